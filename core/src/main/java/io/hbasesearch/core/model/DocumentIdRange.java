/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Where in the order of document ids the documents of a range of row keys are.
 *
 * @param from the first id that may belong to it
 * @param to the first id that is behind it; empty if it goes on to the end
 * @param exact false if there may be others among them: a bound is longer than the part of a long row key by which ids are
 *     ordered, so that only the row key itself tells
 */
public record DocumentIdRange(String from, Optional<String> to, boolean exact) {
    // Sorts behind every id with the same beginning: hash mark, then a character that no hash has.
    private static final String BEHIND = "~~";

    public DocumentIdRange {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
    }

    public static DocumentIdRange of(KeyRange range) {
        Optional<String> to = range.stop().isEmpty() ? Optional.empty() : Optional.of(to(range.stop()));
        return new DocumentIdRange(encode(range.start()), to, isShort(range.start()) && isShort(range.stop()));
    }

    /**
     * The last bound at or before a row key that divides ids and row keys alike: of two ranges that meet there, each has the
     * documents of its rows to itself, and all those of the first stand before those of the second.
     */
    public static ByteArray boundBefore(RowKey row) {
        byte[] key = row.bytes().unsafeBytes();
        return key.length <= DocumentId.PREFIX_LENGTH
                ? row.bytes()
                : ByteArray.wrap(Arrays.copyOf(key, DocumentId.PREFIX_LENGTH));
    }

    public boolean isAll() {
        return from.isEmpty() && to.isEmpty();
    }

    /** Whether an id is behind the range. */
    public boolean isBehind(String id) {
        return to.isPresent() && id.compareTo(to.get()) >= 0;
    }

    private static String to(ByteArray stop) {
        return isShort(stop) ? encode(stop) : encode(stop) + BEHIND;
    }

    private static String encode(ByteArray bound) {
        return SortableBase64.encode(bound.unsafeBytes(), Math.min(bound.length(), DocumentId.PREFIX_LENGTH));
    }

    private static boolean isShort(ByteArray bound) {
        return bound.length() <= DocumentId.PREFIX_LENGTH;
    }
}
