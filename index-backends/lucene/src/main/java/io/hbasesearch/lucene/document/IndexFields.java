/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.document;

import org.apache.lucene.index.Term;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/** The names of the fields of every document in addition to those of its definition, which never start with {@code _}. */
public final class IndexFields {
    /** {@link io.hbasesearch.core.model.DocumentId}: a term, for look-ups and scans, and a doc value, for ties in score. */
    public static final String ID = "_id";

    /**
     * A copy of the id as a binary doc value: doc values of {@link #ID} are packed in blocks of 64, which suits sorting but is
     * expensive for a hit's id. Documents of an older version lack it.
     */
    public static final String ID_BYTES = "_id_bytes";

    /** The row key's bytes, stored only if the id does not contain the whole key. */
    static final String ROW = "_row";

    /** {@link io.hbasesearch.core.model.RowVersion}: a doc value, and stored. */
    public static final String VERSION = "_version";

    /** Only in stubs: why there is no document, one of the two values below; a term, and stored. */
    public static final String STUB = "_stub";

    public static final String DELETED = "deleted";
    public static final String FAILED = "failed";

    /** The document as JSON, stored. */
    static final String SOURCE = "_source";

    /**
     * {@link io.hbasesearch.core.mapping.ContentHash} of the document or failed stub, a doc value; documents from before the
     * introduction of hashes have none.
     */
    public static final String HASH = "_hash";

    /** The hash in the stub of a deleted row. No document has this hash. */
    public static final long HASH_OF_NOTHING = 0;

    /**
     * The start of the read that found the row deleted, in milliseconds since the epoch; in stubs of deleted rows, for their
     * purge.
     */
    public static final String READ_AT = "_read_at";

    /**
     * In every document of an index that finds cells: the id of the row's document. The documents of a row and of its cells are
     * written as one block, the row's last, and removed together by this term; a cell's document has no {@link #ID}.
     */
    static final String BLOCK = "_block";

    /** Only in documents of cells: the column in the form of {@link io.hbasesearch.core.model.ColumnName#toString}, stored. */
    public static final String COLUMN = "_column";

    /** Only in documents of cells: a term that is the same in all of them. */
    static final String CELL = "_cell";

    private static final String PATHS = "._paths";

    private static final String VALUES = "._values";

    private static final String REVERSED = "._reversed";

    private IndexFields() {}

    public static Query cells() {
        return new TermQuery(new Term(CELL, CELL));
    }

    /** Matches the documents of rows, stubs included; not of cells. */
    public static Query rows() {
        return new FieldExistsQuery(ID);
    }

    /**
     * Returns the name of the doc values of a keyword or boolean field, for sorting and counting. Indexes of an older version
     * lack them.
     */
    public static String values(String field) {
        return field + VALUES;
    }

    /** Returns the field with the reversed values of a keyword field, if its definition has them. */
    public static String reversed(String field) {
        return field + REVERSED;
    }

    /** Returns the field with the leaves of a JSON field together with their paths. Names in definitions contain no dot. */
    public static String paths(String jsonField) {
        return jsonField + PATHS;
    }
}
