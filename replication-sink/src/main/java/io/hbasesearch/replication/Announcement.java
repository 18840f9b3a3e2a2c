/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/**
 * Something in a WAL entry that is told to whoever keeps an index: the edit of a row, or a bulk load. Belongs to the thread
 * that ships it.
 */
abstract class Announcement {
    final String namespace;
    final String table;
    final String region;
    final long sequenceId;
    final long writeTime;

    /** The most that Kafka may be offered of it; lowered when the broker finds it too large. */
    PayloadLevel most;

    /** @param region encoded name of the region whose entry it is */
    Announcement(Entry entry, String region, PayloadLevel most) {
        this.namespace = entry.getKey().getTableName().getNamespaceAsString();
        this.table = entry.getKey().getTableName().getQualifierAsString();
        this.region = region;
        this.sequenceId = entry.getKey().getSequenceId();
        this.writeTime = entry.getKey().getWriteTime();
        this.most = most;
    }

    static String regionOf(Entry entry) {
        return Bytes.toString(entry.getKey().getEncodedRegionName());
    }

    String qualifiedTable() {
        return namespace + ":" + table;
    }
}
