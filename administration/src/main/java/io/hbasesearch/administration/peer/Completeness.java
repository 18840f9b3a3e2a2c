/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;

/** Checks that a new index needs no backfill. Stateless. */
public final class Completeness {
    private Completeness() {}

    /**
     * Returns true if the table has no row now and its edits are already announced: then every future row is indexed by its
     * event. Because of this order, a row that is put in between is either seen here or announced.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException TABLE_NOT_FOUND, SERVER_UNREACHABLE
     */
    public static boolean of(ServiceConfig config, PeerAdmin peers, IndexDefinition definition) {
        boolean announced = peers.announces(definition.table());
        try (HBaseConnections connections = new HBaseConnections(config.hbase());
                HBaseRowReader rows = new HBaseRowReader(connections);
                RowCursor row = rows.scan(definition.table(), ColumnSelection.everything(), KeyRange.all())) {
            return !row.hasNext() && announced;
        }
    }
}
