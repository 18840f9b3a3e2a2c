/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.core.spi.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;

/** Keeps what it hears of each operation of one batch. Safe for use by several threads. */
public final class HeardResults implements WriteListener {
    private final int operations;
    private final Queue<Integer> positions = new ConcurrentLinkedQueue<>();
    private final Map<Integer, WriteResult> results = new ConcurrentHashMap<>();
    private final Map<Integer, Throwable> failures = new ConcurrentHashMap<>();

    /** @param operations of the batch */
    public HeardResults(int operations) {
        this.operations = operations;
    }

    @Override
    public void settled(List<Settled> part) {
        for (Settled settled : part) {
            results.put(settled.position(), settled.result());
            positions.add(settled.position());
        }
    }

    @Override
    public void failed(int position, Throwable cause) {
        failures.put(position, cause);
        positions.add(position);
    }

    /** Waits until each operation was heard of, and checks that none was twice. */
    public HeardResults awaitAll() {
        Awaitility.await().atMost(BackendContract.PATIENCE).until(() -> positions.size() >= operations);
        assertThat(positions).hasSize(operations).doesNotHaveDuplicates();
        return this;
    }

    /** By position. */
    public Map<Integer, WriteResult> results() {
        return results;
    }

    /** By position. */
    public Map<Integer, Throwable> failures() {
        return failures;
    }
}
