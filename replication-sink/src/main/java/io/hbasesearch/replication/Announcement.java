/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.PayloadLevel;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/** Content of a WAL entry that is announced to indexers: the edit of a row, or a bulk load. Belongs to the thread that ships it. */
abstract class Announcement {
    final TableName table;
    /** The encoded name of the entry's region; must not be modified. */
    final byte[] region;

    final long sequenceId;
    final long writeTime;

    /** The largest payload to offer to Kafka; lowered if the broker finds the event too large. */
    PayloadLevel most;

    /** Not zero before the first offer: an announcement that was never offered is not settled. */
    private int unacknowledged = 1;

    Announcement(Entry entry, PayloadLevel most) {
        this.table = entry.getKey().getTableName();
        this.region = entry.getKey().getEncodedRegionName();
        this.sequenceId = entry.getKey().getSequenceId();
        this.writeTime = entry.getKey().getWriteTime();
        this.most = most;
    }

    String qualifiedTable() {
        return table.getNamespaceAsString() + ":" + table.getQualifierAsString();
    }

    String regionName() {
        return Bytes.toString(region);
    }

    /**
     * Records that it is offered to Kafka, perhaps again, as this number of events: all of them must be acknowledged, whatever was
     * acknowledged before.
     */
    void offeredAs(int events) {
        unacknowledged = events;
    }

    /** Records the acknowledgement of one of its events. */
    void acknowledged() {
        unacknowledged--;
    }

    /** Tells whether nothing is left to do for it. */
    boolean isSettled() {
        return unacknowledged == 0;
    }
}
