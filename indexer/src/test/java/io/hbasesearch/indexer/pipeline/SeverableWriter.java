/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.PositionStore;
import io.hbasesearch.core.spi.WriteResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

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
    public CompletableFuture<List<WriteResult>> write(List<IndexOperation> batch) {
        return severed ? CompletableFuture.failedFuture(new CancellationException("killed")) : index.write(batch);
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
