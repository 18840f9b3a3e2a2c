/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi.search;

/**
 * Names a view of an index that a searcher keeps. Only the backend that created it understands it. Its holder may read the view's
 * content, so it is never given to callers unsigned.
 */
public record ViewToken(String value) {
    public static final int MAX_LENGTH = 16_384;

    public ViewToken {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a view token has 1 to " + MAX_LENGTH + " characters");
        }
    }

    /** Omits the token itself, which must not appear in logs. */
    @Override
    public String toString() {
        return "ViewToken(" + value.length() + " characters)";
    }
}
