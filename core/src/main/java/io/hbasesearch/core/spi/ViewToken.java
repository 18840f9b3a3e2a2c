/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

/**
 * Names a view of an index that a searcher keeps as it was. Only the backend that made it understands it. Whoever holds one may
 * read what the view shows, so it is not handed out unsigned.
 */
public record ViewToken(String value) {
    public static final int MAX_LENGTH = 16_384;

    public ViewToken {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a view token has 1 to " + MAX_LENGTH + " characters");
        }
    }

    /** Not the token itself, which does not belong into logs. */
    @Override
    public String toString() {
        return "ViewToken(" + value.length() + " characters)";
    }
}
