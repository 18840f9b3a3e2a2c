/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/**
 * Something in a WAL entry that is told to whoever keeps an index: the edit of a row, or a bulk load. Belongs to the thread
 * that ships it.
 */
abstract class Announcement {
    final TableName table;
    /** The encoded name of the region whose entry it is; not to be changed. */
    final byte[] region;

    final long sequenceId;
    final long writeTime;

    /** The most that Kafka may be offered of it; lowered when the broker finds it too large. */
    PayloadLevel most;

    /** Not zero before it is offered: what nobody offered is not settled. */
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

    /** It is offered to Kafka, once more maybe, as so many events: all of them have to be acknowledged, whatever was before. */
    void offeredAs(int events) {
        unacknowledged = events;
    }

    /** One of its events was acknowledged. */
    void acknowledged() {
        unacknowledged--;
    }

    /** Whether nothing is left to be done for it. */
    boolean isSettled() {
        return unacknowledged == 0;
    }
}
