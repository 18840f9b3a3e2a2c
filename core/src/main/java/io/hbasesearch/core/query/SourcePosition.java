/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import org.jspecify.annotations.Nullable;

/**
 * A position in a query, for messages. Immutable.
 *
 * @param character of the query string, from 1
 * @param pointer JSON pointer into a query tree; null in a query string
 */
record SourcePosition(int character, @Nullable String pointer) {
    static SourcePosition character(int character) {
        return new SourcePosition(character, null);
    }

    static SourcePosition pointer(String pointer) {
        return new SourcePosition(1, pointer);
    }

    /** Moves the position forward. In a tree, a value has only one position. */
    SourcePosition plus(int characters) {
        return pointer == null ? new SourcePosition(character + characters, null) : this;
    }

    QuerySyntaxException error(String message, @Nullable String hint) {
        return new QuerySyntaxException(where() + ": " + message, hint, this, false);
    }

    /** Creates the error for a query that exceeds a limit, which nothing that is added to it corrects. */
    QuerySyntaxException tooMuch(String message, String hint) {
        return new QuerySyntaxException(where() + ": " + message, hint, this, true);
    }

    private String where() {
        return pointer == null ? "character " + character : "at " + (pointer.isEmpty() ? "/" : pointer);
    }
}
