/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Identifies one of a row's documents. A very wide row has a fixed number of them, each with a part of its cells.
 *
 * @param number from 0 on; the number of {@link #ONLY} if a row has one document
 */
public record Bucket(int number) implements Comparable<Bucket> {
    /** The most buckets; more would not fit into an id. */
    public static final int MOST = 256;

    /** The bucket of a row with one document. */
    public static final Bucket ONLY = new Bucket(-1);

    private static final List<Bucket> ALL =
            IntStream.range(0, MOST).mapToObj(Bucket::new).toList();

    public Bucket {
        if (number < -1 || number >= MOST) {
            throw new IllegalArgumentException("a bucket has a number from 0 to " + (MOST - 1) + ", not " + number);
        }
    }

    public static Bucket of(int number) {
        return ALL.get(number);
    }

    /** @param count the number of a row's documents */
    public static List<Bucket> all(int count) {
        return count == 1 ? List.of(ONLY) : ALL.subList(0, count);
    }

    public boolean isOnly() {
        return number < 0;
    }

    @Override
    public int compareTo(Bucket other) {
        return Integer.compare(number, other.number);
    }
}
