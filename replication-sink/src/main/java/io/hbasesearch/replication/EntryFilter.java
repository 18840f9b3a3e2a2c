/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.replication.WALEntryFilter;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/**
 * Drops what does not concern the peer as early as HBase's WAL reader, so that it takes no share of the buffer quota that
 * all peers of a RegionServer have in common. Only an economy: the same selection is made again before shipping, so
 * whatever goes wrong here, the entry just passes whole. An exception would end the reader's thread, and by default the
 * RegionServer. Thread-safe.
 */
final class EntryFilter implements WALEntryFilter {
    private final PeerSettings settings;
    private final QuietLog log;

    EntryFilter(PeerSettings settings, QuietLog log) {
        this.settings = settings;
        this.log = log;
    }

    /** An entry of which nothing is left is emptied, not dropped: a serial peer counts its sequence id all the same. */
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
                // Replaced at one stroke: an error half way must not leave an entry without cells.
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
            // Out of memory, say. Nothing may escape into HBase's thread.
        }
    }
}
