/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.TableId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;

/** Finds the owners of a table's regions with the client that reads it. Safe for use by several threads. */
record ClientOwners(HBaseConnections connections, TableId table) implements OwnerChecks.Owners {
    /** A read that took all of its time may still be confirmed. */
    private static final Duration LEAST_TIME = Duration.ofSeconds(2);

    @Override
    public OwnerChecks.Owner known(ByteArray row, Duration timeout) {
        return owner(connections.await(locator().getRegionLocation(row.unsafeBytes()), timeout, what()));
    }

    @Override
    public List<OwnerChecks.Owner> ask(List<ByteArray> rows, Duration timeout) {
        try {
            return askWithin(rows, timeout.compareTo(LEAST_TIME) < 0 ? LEAST_TIME : timeout);
        } catch (HBaseSearchException e) {
            if (e.code() != ErrorCode.TIMED_OUT) {
                throw e;
            }
            // Not a timeout of the read, which would be repeated with fewer rows.
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    "cannot confirm which RegionServers own the rows that were read: " + e.getMessage(),
                    e.hint().orElse(null),
                    e);
        }
    }

    private List<OwnerChecks.Owner> askWithin(List<ByteArray> rows, Duration timeout) {
        Deadline deadline = Deadline.after(timeout);
        // The server that has hbase:meta may be the one that was replaced.
        AsyncTableRegionLocator meta = connections.get().getRegionLocator(TableName.META_TABLE_NAME);
        HRegionLocation unused =
                connections.await(meta.getRegionLocation(HConstants.EMPTY_START_ROW, true), deadline.left(), what());
        List<CompletableFuture<HRegionLocation>> answers = rows.stream()
                .map(row -> locator().getRegionLocation(row.unsafeBytes(), true))
                .toList();
        return answers.stream()
                .map(answer -> owner(connections.await(answer, deadline.left(), what())))
                .toList();
    }

    private AsyncTableRegionLocator locator() {
        return connections.get().getRegionLocator(Results.tableName(table));
    }

    private String what() {
        return "finding the regions of table " + table;
    }

    private static OwnerChecks.Owner owner(HRegionLocation location) {
        return new OwnerChecks.Owner(
                location.getRegion().getEncodedName(),
                ByteArray.wrap(location.getRegion().getEndKey()),
                String.valueOf(location.getServerName()));
    }
}
