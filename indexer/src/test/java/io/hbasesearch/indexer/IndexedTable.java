/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests with a table of their own, and a name for its index that no other has. */
abstract class IndexedTable {
    TestTable table;
    String index;

    @BeforeEach
    final void createTable() {
        table = new TestTable();
        index = "i-" + table.id().qualifier();
    }

    /** The index, empty, at the beginning of the table's topic. */
    final IndexMetadata create(IndexBackend backend) {
        return create(backend, table, index);
    }

    static IndexMetadata create(IndexBackend backend, TestTable table, String index) {
        try (IndexLifecycle lifecycle =
                new IndexLifecycle(backend, table.config().kafka())) {
            return lifecycle.create(table.definition(index));
        }
    }

    @AfterEach
    final void closeTable() {
        table.close();
    }
}
