/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reports a query that cannot be run; the message gives the position and the reason. */
public final class QuerySyntaxException extends HBaseSearchException {
    private static final long serialVersionUID = 1L;

    private final int character;
    private final @Nullable String pointer;
    private final boolean isTooMuch;

    /** Creates an exception without a position, for a backend that refuses a query. */
    public QuerySyntaxException(String message, @Nullable String hint) {
        super(ErrorCode.QUERY_INVALID, message, hint, null);
        this.character = 0;
        this.pointer = null;
        this.isTooMuch = false;
    }

    QuerySyntaxException(String message, @Nullable String hint, SourcePosition place) {
        this(message, hint, place, false);
    }

    /** @param isTooMuch whether the query exceeds a limit */
    QuerySyntaxException(String message, @Nullable String hint, SourcePosition place, boolean isTooMuch) {
        super(ErrorCode.QUERY_INVALID, message, hint, null);
        this.character = place.character();
        this.pointer = place.pointer();
        this.isTooMuch = isTooMuch;
    }

    /** Wraps another exception's position and hint in a longer message. */
    QuerySyntaxException(String message, QuerySyntaxException cause) {
        super(ErrorCode.QUERY_INVALID, message, cause.hint().orElse(null), null);
        this.character = cause.character;
        this.pointer = cause.pointer;
        this.isTooMuch = cause.isTooMuch;
    }

    /** The position of the fault in characters, from 1: in the query string, or in the JSON text if that cannot be read. */
    public OptionalInt character() {
        return character > 0 && pointer == null ? OptionalInt.of(character) : OptionalInt.empty();
    }

    /** Tells if the query exceeds a limit. */
    boolean isTooMuch() {
        return isTooMuch;
    }

    /** The JSON pointer to the fault in a query tree. */
    public Optional<String> pointer() {
        return Optional.ofNullable(pointer);
    }
}
