/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** What of one replication source waits to be shipped, as HBase sees it. Safe for use by several threads, never blocks. */
interface Backlog {
    /** Names the source in this JVM: two backlogs of one name count the same WALs. */
    String source();

    /** WAL files in the queue, the one being written included. */
    int queuedWals();

    /** Age of the oldest edit that HBase has read and not shipped; 0 if there is none. */
    long unshippedAgeMillis();
}
