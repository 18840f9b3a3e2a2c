/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A query that cannot be run; the message says where and why. */
public final class QuerySyntaxException extends HBaseSearchException {
    private static final long serialVersionUID = 1L;

    private final int character;
    private final @Nullable String pointer;

    /** Without a place: a backend that refuses a query knows none. */
    public QuerySyntaxException(String message, @Nullable String hint) {
        super(ErrorCode.QUERY_INVALID, message, hint, null);
        this.character = 0;
        this.pointer = null;
    }

    QuerySyntaxException(String message, @Nullable String hint, SourcePosition place) {
        super(ErrorCode.QUERY_INVALID, message, hint, null);
        this.character = place.character();
        this.pointer = place.pointer();
    }

    /** The same with other words around it. */
    QuerySyntaxException(String message, QuerySyntaxException cause) {
        super(ErrorCode.QUERY_INVALID, message, cause.hint().orElse(null), null);
        this.character = cause.character;
        this.pointer = cause.pointer;
    }

    /** The character that it is about, from 1: of the query string, or of the JSON text if that cannot be read. */
    public OptionalInt character() {
        return character > 0 && pointer == null ? OptionalInt.of(character) : OptionalInt.empty();
    }

    /** The JSON pointer to what it is about in a query tree. */
    public Optional<String> pointer() {
        return Optional.ofNullable(pointer);
    }
}
