/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.verify;

import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.indexer.verify.Difference;
import io.hbasesearch.indexer.verify.VerifyListener;
import io.hbasesearch.indexer.verify.VerifyReport;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Forwards a verification's events to the progress bar and to the file, and records the progress. Borrows both. */
final class VerifyProgress implements VerifyListener {
    private final Progress progress;
    private final @Nullable DifferenceFile file;
    private volatile @Nullable VerifyReport last;

    VerifyProgress(Progress progress, @Nullable DifferenceFile file) {
        this.progress = progress;
        this.file = file;
    }

    Optional<VerifyReport> last() {
        return Optional.ofNullable(last);
    }

    @Override
    public void progress(VerifyReport now) {
        last = now;
        progress.update(
                now.compared().rows(),
                now.differences() + " differences"
                        + (now.repairs().repaired() > 0 ? ", " + now.repairs().repaired() + " repaired" : ""));
    }

    /** @param failure what ended the run early */
    void end(VerifyReport report, Optional<ErrorCode> failure) {
        if (file != null) {
            file.end(report, failure);
        }
    }

    @Override
    public void difference(Difference difference, boolean confirmed) {
        if (file != null) {
            file.difference(difference, confirmed);
        }
    }

    @Override
    public void repaired(Difference difference) {
        if (file != null) {
            file.repaired(difference);
        }
    }

    @Override
    public void unrepaired(Difference difference, String reason) {
        if (file != null) {
            file.unrepaired(difference, reason);
        }
    }
}
