/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.frame;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A range of keys relative to their common prefix.
 *
 * @param start inclusive
 * @param stop exclusive; empty for all keys with the prefix
 * @param exact true if every key in the span matches
 */
public record Span(ByteArray start, Optional<ByteArray> stop, boolean exact) {
    public Span {
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(stop, "stop");
    }

    /** Returns the span of all keys that continue with {@code bytes}. */
    public static Span ofPrefix(ByteArray bytes, boolean exact) {
        return new Span(bytes, KeyBytes.behindPrefix(bytes), exact);
    }

    /** Tells if the span is all keys that continue with its start, and not all keys. */
    public boolean isPrefix() {
        return !start.isEmpty() && stop.equals(KeyBytes.behindPrefix(start));
    }

    /** Returns the range of whole keys. */
    public KeyRange after(ByteArray prefix) {
        ByteArray end = stop.map(bytes -> KeyBytes.concat(prefix, bytes))
                .or(() -> KeyBytes.behindPrefix(prefix))
                .orElse(ByteArray.empty());
        return new KeyRange(KeyBytes.concat(prefix, start), end);
    }

    /** Returns the span between two keys. There is none before an empty key, which as the end of a span would mean no end. */
    static List<Span> between(ByteArray start, Optional<ByteArray> stop, boolean exact) {
        return stop.filter(ByteArray::isEmpty).isPresent() ? List.of() : List.of(new Span(start, stop, exact));
    }
}
