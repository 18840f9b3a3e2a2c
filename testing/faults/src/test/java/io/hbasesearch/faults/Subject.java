/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults;

import io.hbasesearch.system.Site;
import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * A table whose rows change while faults fire, and what must be in the index afterwards. Whoever creates it closes it; closing
 * stops the writes and leaves the table.
 */
public interface Subject extends AutoCloseable {
    TableName table();

    /** Over this table, as a user writes it. */
    Site.Definition definition();

    /** As {@link #definition}, with the columns of {@link #putHugeRow} as one more field, so that all of such a row is read. */
    Site.Definition definitionOfHugeRows();

    /** Puts a row of about so many bytes into very many columns, by several puts. */
    void putHugeRow(byte[] row, int bytes, Random values) throws IOException;

    /** Puts a row of about so many bytes into a few columns that are mapped, by one put. */
    void putLargeDocument(byte[] row, int bytes, Random values) throws IOException;

    /**
     * Begins to write, on threads of its own. A write that HBase refuses, or whose outcome the client does not learn, is counted
     * and passed over: what counts is what the table holds in the end.
     */
    void start();

    /** Stops writing and waits until the last write has returned. Idempotent. Fails on anything but a refused write. */
    void stop() throws IOException, InterruptedException;

    /** Writes that HBase acknowledged. */
    long operations();

    /** Writes that HBase refused or whose outcome is not known. */
    long refused();

    /** What the index must hold, from a scan of the table and by the test's own reckoning; called after {@link #stop()}. */
    Expected expected() throws IOException;

    @Override
    default void close() throws IOException, InterruptedException {
        stop();
    }

    /** Makes subjects: one per seed. */
    interface Factory {
        /**
         * Creates the table, with several regions, and writes nothing yet.
         *
         * @param name of the table, in the default namespace
         * @param seed of the writes
         */
        Subject create(Connection connection, String name, long seed) throws IOException;
    }
}
