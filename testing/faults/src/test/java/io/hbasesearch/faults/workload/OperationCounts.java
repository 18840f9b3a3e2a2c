/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts the operations of each kind by their outcomes. Safe for use by several threads. */
public final class OperationCounts {
    private final Map<OperationKind, LongAdder> acknowledged = adders();
    private final Map<OperationKind, LongAdder> refused = adders();
    private final Map<OperationKind, LongAdder> unknown = adders();

    private static Map<OperationKind, LongAdder> adders() {
        Map<OperationKind, LongAdder> adders = new EnumMap<>(OperationKind.class);
        for (OperationKind kind : OperationKind.values()) {
            adders.put(kind, new LongAdder());
        }
        return adders;
    }

    void acknowledged(OperationKind kind) {
        acknowledged.get(kind).increment();
    }

    void refused(OperationKind kind) {
        refused.get(kind).increment();
    }

    void unknown(OperationKind kind) {
        unknown.get(kind).increment();
    }

    public long acknowledged() {
        return sum(acknowledged);
    }

    /** HBase said no: a cell that cannot be incremented, for instance. */
    public long refused() {
        return sum(refused);
    }

    /** Ended without an answer, so that nobody knows whether they were applied. */
    public long unknown() {
        return sum(unknown);
    }

    /** By kind, those that were acknowledged. */
    public Map<OperationKind, Long> byKind() {
        Map<OperationKind, Long> counts = new EnumMap<>(OperationKind.class);
        acknowledged.forEach((kind, count) -> counts.put(kind, count.sum()));
        return counts;
    }

    private static long sum(Map<OperationKind, LongAdder> counts) {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    @Override
    public String toString() {
        String kinds = byKind().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return acknowledged() + " acknowledged, " + refused() + " refused, " + unknown() + " of unknown outcome ("
                + kinds + ")";
    }
}
