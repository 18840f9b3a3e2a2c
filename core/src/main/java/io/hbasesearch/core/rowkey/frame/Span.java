/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.frame;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Keys with a common beginning, seen from behind it.
 *
 * @param start inclusive
 * @param stop exclusive; empty for all that have the beginning
 * @param exact whether every key in it is asked for
 */
public record Span(ByteArray start, Optional<ByteArray> stop, boolean exact) {
    public Span {
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(stop, "stop");
    }

    /** All keys that go on with {@code bytes}. */
    public static Span ofPrefix(ByteArray bytes, boolean exact) {
        return new Span(bytes, KeyBytes.behindPrefix(bytes), exact);
    }

    /** Whether it is all keys that go on with its start, and not just all. */
    public boolean isPrefix() {
        return !start.isEmpty() && stop.equals(KeyBytes.behindPrefix(start));
    }

    /** The keys themselves. */
    public KeyRange after(ByteArray prefix) {
        ByteArray end = stop.map(bytes -> KeyBytes.concat(prefix, bytes))
                .or(() -> KeyBytes.behindPrefix(prefix))
                .orElse(ByteArray.empty());
        return new KeyRange(KeyBytes.concat(prefix, start), end);
    }

    /** What lies between. Nothing does before an empty key, which as a span's end would stand for no end. */
    static List<Span> between(ByteArray start, Optional<ByteArray> stop, boolean exact) {
        return stop.filter(ByteArray::isEmpty).isPresent() ? List.of() : List.of(new Span(start, stop, exact));
    }
}
