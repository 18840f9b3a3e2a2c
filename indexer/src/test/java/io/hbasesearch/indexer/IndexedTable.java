/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

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

    @AfterEach
    final void closeTable() {
        table.close();
    }
}
