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
        String where = pointer == null ? "character " + character : "at " + (pointer.isEmpty() ? "/" : pointer);
        return new QuerySyntaxException(where + ": " + message, hint, this);
    }
}
