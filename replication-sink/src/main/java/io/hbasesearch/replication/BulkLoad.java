/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.PayloadLevel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/**
 * Files that were loaded into a region without the write-ahead log. The log holds a marker, which names region and families but no row: any
 * row of the region may have changed. It is therefore announced to every partition of the table's topic. Belongs to the thread that ships
 * it.
 */
final class BulkLoad extends Announcement {
    /** Row that HBase writes into a marker if the region's start is open; no key sorts before it. */
    private static final byte[] OPEN_START = {0};

    /** The region's first key; empty if it is open. */
    final byte[] start;

    /** The first key after the region; empty if it is open, or unknown because the region is no longer on this server. */
    final byte[] stop;

    /** Families that the files belong to and that concern the peer; empty if the marker does not say. */
    final List<byte[]> families;

    /** @param regionEnd as HBase has it, null if unknown */
    BulkLoad(Entry entry, Cell marker, byte[] regionEnd, Collection<byte[]> families) {
        super(entry, PayloadLevel.KEYS);
        byte[] row = CellUtil.cloneRow(marker);
        this.start = Bytes.equals(row, OPEN_START) ? new byte[0] : row;
        this.stop = regionEnd == null ? new byte[0] : regionEnd.clone();
        this.families = Collections.unmodifiableList(new ArrayList<>(families));
    }
}
