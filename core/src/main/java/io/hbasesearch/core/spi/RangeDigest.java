/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

/**
 * What a range of rows should have in the index, or has, in short: two that are equal hold the same documents, but for a chance
 * of one in 2^64. Each hash contains its row's key, so the sum needs no order.
 *
 * @param documents and stubs of failed rows; stubs of rows that are gone do not count
 * @param sum of their {@link io.hbasesearch.core.mapping.ContentHash}, modulo 2^64
 */
public record RangeDigest(long documents, long sum) {
    private static final RangeDigest EMPTY = new RangeDigest(0, 0);

    public static RangeDigest empty() {
        return EMPTY;
    }

    public RangeDigest plus(long hash) {
        return new RangeDigest(documents + 1, sum + hash);
    }
}
