/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

    /** How much of a longer key an id begins with, in bytes. */
    static final int PREFIX_LENGTH = 348;

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
        return isWhole() ? Optional.of(RowKey.wrap(SortableBase64.decode(value))) : Optional.empty();
    }

    /** Whether the row key stands in the id, if it is one at all. */
    public boolean isWhole() {
        return value.indexOf(HASH_MARK) < 0;
    }

    /**
     * The row key of a document found under this id.
     *
     * @param stored the key that the document holds beside its id, as it must where the id does not hold it whole
     * @throws IllegalArgumentException saying why no row has this id; without the key
     */
    public RowKey rowKey(byte @Nullable [] stored) {
        if (!isWhole() && stored == null) {
            throw new IllegalArgumentException("its row key is too long for its id and stands nowhere else");
        }
        RowKey row = isWhole() ? RowKey.wrap(SortableBase64.decode(value)) : RowKey.wrap(stored);
        if (!of(row).equals(this)) {
            throw new IllegalArgumentException("its row key belongs to another id");
        }
        return row;
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
