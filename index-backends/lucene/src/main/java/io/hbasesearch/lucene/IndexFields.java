/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import org.apache.lucene.index.Term;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/** The names of the fields that every document has besides those of its definition, which never begin with {@code _}. */
final class IndexFields {
    /** {@link io.hbasesearch.core.model.DocumentId}: a term, for look-ups and scans, and a doc value, for ties in score. */
    static final String ID = "_id";

    /**
     * The same once more, as a binary doc value: doc values of {@link #ID} are packed in blocks of 64, which is fine for an order and dear
     * for a hit's id. Documents of an older version lack it.
     */
    static final String ID_BYTES = "_id_bytes";

    /** The row key's bytes, stored only where the id does not hold the key whole. */
    static final String ROW = "_row";

    /** {@link io.hbasesearch.core.model.RowVersion}: a doc value, and stored. */
    static final String VERSION = "_version";

    /** Only in stubs: why there is no document, one of the two values below; a term, and stored. */
    static final String STUB = "_stub";

    static final String DELETED = "deleted";
    static final String FAILED = "failed";

    /** The document as JSON, stored. */
    static final String SOURCE = "_source";

    /**
     * {@link io.hbasesearch.core.mapping.ContentHash} of the document or failed stub, a doc value; documents that were written
     * before there were hashes have none.
     */
    static final String HASH = "_hash";

    /** In the stub of a row that is gone. No document has this hash. */
    static final long HASH_OF_NOTHING = 0;

    /** When the read began that found the row gone, in milliseconds since the epoch; in stubs of such rows, for their purge. */
    static final String READ_AT = "_read_at";

    /**
     * Of every document of an index in which cells are found: the id of its row's. Rows' documents and those of their cells are written
     * as one block, the row's last, and removed as one by this term; a cell's document has no {@link #ID}.
     */
    static final String BLOCK = "_block";

    /** Only in documents of cells: the column as {@link io.hbasesearch.core.model.ColumnName#toString} has it, stored. */
    static final String COLUMN = "_column";

    /** Only in documents of cells: a term that is the same in all of them. */
    static final String CELL = "_cell";

    private static final String PATHS = "._paths";

    private static final String VALUES = "._values";

    private IndexFields() {}

    static Query cells() {
        return new TermQuery(new Term(CELL, CELL));
    }

    /** The documents of rows, stubs included; none of cells. */
    static Query rows() {
        return new FieldExistsQuery(ID);
    }

    /** Doc values of a keyword or boolean field, to sort and count by. Indexes of an older version lack them. */
    static String values(String field) {
        return field + VALUES;
    }

    /** Where the leaves of a JSON field are found together with their paths. Names of definitions hold no dot. */
    static String paths(String jsonField) {
        return jsonField + PATHS;
    }
}
