/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Amounts by name, and which are the greatest. Not thread-safe. */
final class Shares {
    private final Map<String, Long> amounts = new HashMap<>();
    private long total;

    /** A name with its part of the whole, from 0 to 1. */
    record Share(String name, double part) {}

    void add(String name, long amount) {
        amounts.merge(name, amount, Long::sum);
        total += amount;
    }

    long total() {
        return total;
    }

    /** The greatest first; those of the same amount by name. @param whole of which they are parts */
    List<Share> greatest(int number, long whole) {
        return amounts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(number)
                .map(entry -> new Share(entry.getKey(), (double) entry.getValue() / whole))
                .toList();
    }
}
