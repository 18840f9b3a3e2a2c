/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/**
 * Metrics of one peer's endpoints in this JVM: {@code io.hbasesearch:type=ReplicationSink,peer=<id>} at the platform's MBean server.
 * Counters run from the time when the peer's first endpoint of this JVM started.
 */
public interface SinkMetricsMXBean {
    /** The version of the endpoint's jar; {@code unknown} for classes outside a jar. */
    String getVersion();

    /** Running endpoint instances: one per replication source, and one per recovered queue. */
    int getInstances();

    /** Events that Kafka acknowledged. */
    long getShippedEventsTotal();

    /** Bytes of the values of those events. */
    long getShippedBytesTotal();

    /** Failed attempts to ship, which were repeated. */
    long getFailedAttemptsTotal();

    /** Rows that were not announced because {@code hbase-search.tables} does not list their table. */
    long getUnroutedRowsTotal();

    /** Events that were too large for the configured payload and lost values or cells. */
    long getDegradedEventsTotal();

    /** Bulk loads that were announced, or are about to be; a repeated attempt may count one again. */
    long getBulkLoadsTotal();

    /** Waits until edits could be read: one for each region of the edits, at most 200, that are offered together. */
    long getBarrierWaitsTotal();

    double getBarrierWaitSecondsTotal();

    /** Waits that passed {@code hbase-search.barrier.alarm.ms}. */
    long getBarrierAlarmsTotal();

    /** Effective barrier: {@code region}, {@code settle} or {@code unsafe-off}. */
    String getBarrier();

    /** Unix time of the last acknowledged event; 0 if there was none. */
    double getLastShippedTimestampSeconds();

    /** Age of the oldest edit that an endpoint holds and Kafka has not acknowledged; 0 if there is none. */
    double getLagSeconds();

    /** Memory in bytes of the edits that endpoints hold; HBase's {@code replication.total.buffer.quota} bounds it. */
    long getHeldBytes();

    /**
     * WAL files that wait for this peer on this RegionServer, including those being written and those taken over from dead servers; -1 if
     * HBase does not report it.
     */
    int getQueuedWals();

    /** Change of that number per second, over the last ten minutes or as long as it was requested. */
    double getQueuedWalsPerSecond();

    /** Age of the oldest edit that HBase has read and not shipped; 0 if there is none, and while the peer is disabled. */
    double getUnshippedAgeSeconds();

    /** Change of that age per second, as above: 1 while nothing is shipped, below 0 while the backlog drains. */
    double getUnshippedAgeGrowth();

    /** True if that age exceeds {@code hbase-search.lag.alarm.ms}. */
    boolean isLagAlarm();

    /** The last failure, empty if there was none since the last success. */
    String getLastError();

    /**
     * The topics that edits wait for, each with its table, its problem and what to do; empty if none is missing or rejected. All tables of
     * the peer wait for them.
     */
    String getWaitingFor();
}
