/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import java.util.Optional;

/**
 * The id of a row's document: the row key in base64 with an alphabet in ASCII order and without padding, so that ids are
 * injective, safe in URLs, and sort as the row keys do.
 *
 * <p>Elasticsearch allows 512 bytes for an id. A key that would need more is cut after {@value #PREFIX_LENGTH} bytes and
 * completed with {@code ~} and the key's SHA-256; such an id sorts by its prefix only, and the row key is read from the
 * document instead ({@link #rowKey()} is empty).
 */
public record DocumentId(String value) implements Comparable<DocumentId> {
    /** The longest row key that an id holds whole, in bytes: 384 bytes make 512 characters. */
    public static final int MAX_WHOLE_KEY_LENGTH = 384;

    private static final int PREFIX_LENGTH = 348;
    private static final char HASH_MARK = '~';

    public DocumentId {
        Objects.requireNonNull(value, "value");
    }

    public static DocumentId of(RowKey row) {
        byte[] key = row.bytes().unsafeBytes();
        if (key.length <= MAX_WHOLE_KEY_LENGTH) {
            return new DocumentId(SortableBase64.encode(key, key.length));
        }
        byte[] digest = sha256(key);
        return new DocumentId(
                SortableBase64.encode(key, PREFIX_LENGTH) + HASH_MARK + SortableBase64.encode(digest, digest.length));
    }

    /** The row key, unless it was too long to stand in the id. */
    public Optional<RowKey> rowKey() {
        return value.indexOf(HASH_MARK) >= 0
                ? Optional.empty()
                : Optional.of(RowKey.wrap(SortableBase64.decode(value)));
    }

    private static byte[] sha256(byte[] key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public int compareTo(DocumentId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
