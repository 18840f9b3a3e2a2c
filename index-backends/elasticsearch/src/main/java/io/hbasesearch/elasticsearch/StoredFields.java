/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

/** Fields beside those of the definition, whose names never begin with an underscore. */
final class StoredFields {
    /** The document's id once more: Elasticsearch does not sort by {@code _id}. */
    static final String ROW = "_row";

    /** The row key in base64, if it is too long to stand in the id. */
    static final String KEY = "_key";

    /** True in the stub of a row that is gone. */
    static final String DELETED = "_deleted";

    /** True in the stub of a row that could not become a document. */
    static final String FAILED = "_failed";

    /**
     * The upper half of {@link io.hbasesearch.core.mapping.ContentHash}, in documents and failed stubs; see {@link RangeHashes}.
     * Documents that were written before there were hashes have neither half.
     */
    static final String HASH_HIGH = "_hash_high";

    /** Its lower half. */
    static final String HASH_LOW = "_hash_low";

    /** When the read began that found the row gone, in milliseconds since the epoch; in stubs of such rows, for their purge. */
    static final String READ_AT = "_read_at";

    private StoredFields() {}

    static boolean isOurs(String field) {
        return field.startsWith("_");
    }
}
