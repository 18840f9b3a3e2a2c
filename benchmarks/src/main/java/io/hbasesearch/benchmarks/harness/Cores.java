/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Cores of a machine, by their numbers. Immutable.
 *
 * @param numbers in ascending order
 */
record Cores(List<Integer> numbers) {
    Cores {
        numbers = numbers.stream().distinct().sorted().toList();
    }

    /** @param list as Linux writes it: {@code 0-3,6} */
    static Cores parse(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : list.strip().split(",")) {
            String[] ends = range.split("-", 2);
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .forEach(numbers::add);
        }
        return new Cores(numbers);
    }

    int count() {
        return numbers.size();
    }

    Cores last() {
        return new Cores(numbers.subList(count() - 1, count()));
    }

    Cores allButLast() {
        return new Cores(numbers.subList(0, count() - 1));
    }

    /** As {@code taskset} takes it. */
    @Override
    public String toString() {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
