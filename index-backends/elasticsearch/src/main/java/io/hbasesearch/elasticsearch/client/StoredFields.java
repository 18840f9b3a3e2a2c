/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.client;

/** The fields in addition to those of the definition, whose names never start with an underscore. */
public final class StoredFields {
    /** A copy of the document's id: Elasticsearch does not sort by {@code _id}. */
    public static final String ROW = "_row";

    /** The row key in base64, if it is too long for the id. */
    public static final String KEY = "_key";

    /** True in the stub of a deleted row. */
    public static final String DELETED = "_deleted";

    /** True in the stub of a row that could not become a document. */
    public static final String FAILED = "_failed";

    /**
     * The upper half of {@link io.hbasesearch.core.mapping.ContentHash}, in documents and failed stubs; see {@link
     * RangeHashes}. Documents from before the introduction of hashes have neither half.
     */
    public static final String HASH_HIGH = "_hash_high";

    /** The lower half of the hash. */
    public static final String HASH_LOW = "_hash_low";

    /**
     * The start of the read that found the row deleted, in milliseconds since the epoch; in stubs of deleted rows, for their
     * purge.
     */
    public static final String READ_AT = "_read_at";

    /** An object with the reversed values of the keyword fields whose definition has them. */
    public static final String REVERSED = "_reversed";

    private StoredFields() {}

    /** Returns the field with the reversed values of a keyword field. */
    public static String reversed(String field) {
        return REVERSED + "." + field;
    }

    static boolean isOurs(String field) {
        return field.startsWith("_");
    }
}
