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
 * <p>Elasticsearch allows 512 bytes for an id. A longer key is cut after {@value #PREFIX_LENGTH} bytes and completed with {@code ~}
 * and the key's SHA-256. This id sorts by its prefix only, and the row key is read from the document instead ({@link #rowKey()} is
 * empty).
 *
 * <p>If a row has several documents, {@code #} and the number of its {@link Bucket} in two hexadecimal digits follow. No character of
 * the alphabet is below {@code #}, so a row's ids are adjacent, at the place of the row's own id.
 */
public record DocumentId(String value) implements Comparable<DocumentId> {
    /** The longest row key that an id contains whole, in bytes: 384 bytes make 512 characters. */
    public static final int MAX_WHOLE_KEY_LENGTH = 384;

    /** The length of a longer key's prefix in an id, in bytes. */
    static final int PREFIX_LENGTH = 348;

    /** The same limit if a number follows, which takes three of those characters. */
    static final int MAX_WHOLE_KEY_LENGTH_IN_BUCKETS = 381;

    private static final char HASH_MARK = '~';
    private static final char BUCKET_MARK = '#';
    private static final int BUCKET_LENGTH = 3;
    private static final int HEX = 16;

    public DocumentId {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the id of a row with one document. */
    public static DocumentId of(RowKey row) {
        return new DocumentId(text(row, MAX_WHOLE_KEY_LENGTH));
    }

    public static DocumentId of(RowKey row, Bucket bucket) {
        if (bucket.isOnly()) {
            return of(row);
        }
        int number = bucket.number();
        return new DocumentId(text(row, MAX_WHOLE_KEY_LENGTH_IN_BUCKETS)
                + BUCKET_MARK
                + Character.forDigit(number / HEX, HEX)
                + Character.forDigit(number % HEX, HEX));
    }

    private static String text(RowKey row, int mostOfWhole) {
        byte[] key = row.bytes().unsafeBytes();
        if (key.length <= mostOfWhole) {
            return SortableBase64.encode(key, key.length);
        }
        byte[] digest = sha256(key);
        return SortableBase64.encode(key, PREFIX_LENGTH) + HASH_MARK + SortableBase64.encode(digest, digest.length);
    }

    /** Returns the row key; empty if it was too long for the id. */
    public Optional<RowKey> rowKey() {
        return isWhole() ? Optional.of(RowKey.wrap(SortableBase64.decode(ofRow()))) : Optional.empty();
    }

    /** Returns the bucket of the document.
     *
     * @throws IllegalArgumentException if no document has this id
     */
    public Bucket bucket() {
        int mark = value.length() - BUCKET_LENGTH;
        if (value.indexOf(BUCKET_MARK) < 0) {
            return Bucket.ONLY;
        }
        int high = mark < 0 ? -1 : Character.digit(value.charAt(mark + 1), HEX);
        int low = mark < 0 ? -1 : Character.digit(value.charAt(mark + 2), HEX);
        if (high < 0 || low < 0 || value.indexOf(BUCKET_MARK) != mark) {
            throw new IllegalArgumentException("not a document id: no number of a bucket stands at its end");
        }
        return Bucket.of(high * HEX + low);
    }

    private String ofRow() {
        return bucket().isOnly() ? value : value.substring(0, value.length() - BUCKET_LENGTH);
    }

    /** Tells if a valid id contains the whole row key. */
    public boolean isWhole() {
        return value.indexOf(HASH_MARK) < 0;
    }

    /**
     * Returns the row key of a document with this id.
     *
     * @param stored the key in the document, which is required if the id does not contain it whole
     * @throws IllegalArgumentException with the reason why no row has this id; without the key
     */
    public RowKey rowKey(byte @Nullable [] stored) {
        if (!isWhole() && stored == null) {
            throw new IllegalArgumentException("its row key is too long for its id and is not in the document");
        }
        RowKey row = isWhole() ? RowKey.wrap(SortableBase64.decode(ofRow())) : RowKey.wrap(stored);
        if (!of(row, bucket()).equals(this)) {
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
