/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.DeadLetterSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Dead letters in memory. Safe for use by several threads. */
final class FakeDeadLetters implements DeadLetterSink {
    private final List<DeadLetter> stored = new ArrayList<>();
    volatile Supplier<HBaseSearchException> failures = () -> null;

    final AtomicInteger calls = new AtomicInteger();
    volatile Runnable delay = () -> {};

    @Override
    public void store(List<DeadLetter> letters) {
        calls.incrementAndGet();
        delay.run();
        HBaseSearchException failure = failures.get();
        if (failure != null) {
            throw failure;
        }
        synchronized (stored) {
            stored.addAll(letters);
        }
    }

    List<DeadLetter> stored() {
        synchronized (stored) {
            return List.copyOf(stored);
        }
    }

    @Override
    public void close() {}
}
