/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

/**
 * A digest of a range's expected or actual documents in the index. Two equal digests mean the same documents, except with a
 * probability of one in 2^64. Each hash contains its row's key, so the sum does not depend on the order.
 *
 * @param documents and stubs of failed rows; stubs of deleted rows do not count
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
