/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/**
 * What one peer's endpoints did in this JVM: {@code io.hbasesearch:type=ReplicationSink,peer=<id>} at the platform's bean
 * server. Counters run from the time when the peer's first endpoint of this JVM started.
 */
public interface SinkMetricsMXBean {
    /** The version of the endpoint's jar; {@code unknown} for classes that are in none. */
    String getVersion();

    /** Endpoint instances at work: one per replication source, and one per recovered queue. */
    int getInstances();

    /** Events that Kafka acknowledged. */
    long getShippedEventsTotal();

    /** Bytes of the values of those events. */
    long getShippedBytesTotal();

    /** Attempts to ship that failed and were repeated. */
    long getFailedAttemptsTotal();

    /** Rows that were not announced because {@code hbase-search.tables} does not list their table. */
    long getUnroutedRowsTotal();

    /** Events that were too large for the configured payload and lost values or cells. */
    long getDegradedEventsTotal();

    /** Bulk loads that were announced, or are about to be; a repeated attempt may count one again. */
    long getBulkLoadsTotal();

    /** Waits until edits could be read: one for each region of those edits, at most 200, that are offered together. */
    long getBarrierWaitsTotal();

    double getBarrierWaitSecondsTotal();

    /** Waits that passed {@code hbase-search.barrier.alarm.ms}. */
    long getBarrierAlarmsTotal();

    /** How edits become readable: {@code region}, {@code settle} or {@code unsafe-off}. */
    String getBarrier();

    /** Unix time of the last acknowledged event; 0 if there was none. */
    double getLastShippedTimestampSeconds();

    /** Age of the oldest edit that an endpoint holds and Kafka has not acknowledged; 0 if they hold none. */
    double getLagSeconds();

    /** Bytes of memory of the edits that endpoints hold; HBase's {@code replication.total.buffer.quota} bounds them. */
    long getHeldBytes();

    /**
     * WAL files that wait for this peer on this RegionServer, those being written and those taken over from dead servers
     * included; -1 if HBase does not tell.
     */
    int getQueuedWals();

    /** Change of that number for each second, over the last ten minutes or as long as it was asked for. */
    double getQueuedWalsPerSecond();

    /** Age of the oldest edit that HBase has read and not shipped; 0 if there is none, and while the peer is disabled. */
    double getUnshippedAgeSeconds();

    /** Change of that age for each second, as above: 1 while nothing is shipped, below 0 while the backlog drains. */
    double getUnshippedAgeGrowth();

    /** Whether that age passes {@code hbase-search.lag.alarm.ms}. */
    boolean isLagAlarm();

    /** The last failure, empty if there was none since the last success. */
    String getLastError();

    /**
     * The topics that edits wait for, each with its table, what is wrong with it and what to do; empty if none is missing or
     * refused. All tables of the peer wait with them.
     */
    String getWaitingFor();
}
