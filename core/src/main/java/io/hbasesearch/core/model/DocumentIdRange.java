/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * The range of document ids for a range of row keys.
 *
 * @param from the first id that may belong to the range
 * @param to the first id after the range; empty if it extends to the end
 * @param exact false if the range may include other documents: a bound is longer than the part of a long row key by which ids are
 *     ordered, so that only the row key itself decides
 */
public record DocumentIdRange(String from, Optional<String> to, boolean exact) {
    // Sorts after every id with the same prefix: the mark of a hash, then a character that no hash has.
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
     * Returns the last bound at or before a row key that divides both ids and row keys. Two ranges that meet there share no
     * documents, and all documents of the first are before those of the second.
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

    /** Tells if an id is after the range. */
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
