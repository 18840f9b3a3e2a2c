/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.PeerScope;
import io.hbasesearch.replication.settings.PeerSettings;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.replication.WALEntryFilter;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/**
 * Drops cells that do not concern the peer already in HBase's WAL reader. They then take no share of the buffer quota that all peers of a
 * RegionServer share. This is only an optimization: the same selection is made again before shipping, so on any failure the entry passes
 * unchanged. An exception would end the reader's thread, and by default the RegionServer. Thread-safe.
 */
final class EntryFilter implements WALEntryFilter {
    private final PeerSettings settings;
    private final QuietLog log;

    EntryFilter(PeerSettings settings, QuietLog log) {
        this.settings = settings;
        this.log = log;
    }

    /** Filters an entry. An entry without remaining cells is emptied, not dropped: a serial peer counts its sequence id nevertheless. */
    @Override
    public Entry filter(Entry entry) {
        try {
            if (entry == null || entry.getEdit() == null) {
                return entry;
            }
            PeerScope scope = settings.scope();
            if (!scope.of(entry.getKey().getTableName()).isConcerned()) {
                return null;
            }
            List<Cell> concerning = EntryCells.concerning(entry, scope);
            if (concerning.size() < entry.getEdit().size()) {
                // Replaced in one step: an error halfway must not leave an entry without cells.
                entry.getEdit().setCells(new ArrayList<>(concerning));
            }
        } catch (Throwable t) {
            report(t);
        }
        return entry;
    }

    private void report(Throwable t) {
        try {
            log.warn("filter", "could not filter a WAL entry early; it is filtered again before it is shipped", t);
        } catch (Throwable ignored) {
            // Out of memory, for instance. No exception may reach HBase's thread.
        }
    }
}
