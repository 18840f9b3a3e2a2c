/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.PositionStore;
import io.hbasesearch.core.spi.WriteListener;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** One process's way to the index, which ends with the process. */
final class SeverableWriter implements DocumentWriter {
    private final FakeIndex index;
    private volatile boolean severed;

    SeverableWriter(FakeIndex index) {
        this.index = index;
    }

    void sever() {
        severed = true;
    }

    @Override
    public void write(List<IndexOperation> batch, WriteListener listener) {
        if (severed) {
            for (int position = 0; position < batch.size(); position++) {
                listener.failed(position, new CancellationException("killed"));
            }
        } else {
            index.write(batch, listener);
        }
    }

    @Override
    public void catchUp(boolean behind) {
        index.catchUp(behind);
    }

    @Override
    public Optional<PositionStore> positions() {
        return Optional.empty();
    }

    @Override
    public CheckResult check() {
        return CheckResult.healthy();
    }

    @Override
    public void close() {}
}
