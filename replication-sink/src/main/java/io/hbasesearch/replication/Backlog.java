/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** Edits of one replication source that wait to be shipped, as HBase sees them. Safe for use by several threads, never blocks. */
interface Backlog {
    /** Returns the name of the source in this JVM: two backlogs with the same name count the same WALs. */
    String source();

    /** Returns the number of WAL files in the queue, including the one being written. */
    int queuedWals();

    /** Returns the age of the oldest edit that HBase has read and not shipped; 0 if there is none. */
    long unshippedAgeMillis();
}
