/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.TableId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** Finds the owners of a table's regions with the client that reads it. Safe for use by several threads. */
record ClientOwners(HBaseConnections connections, TableId table) implements OwnerChecks.Owners {
    /** A read that took all of its time may still be confirmed. */
    private static final Duration LEAST_TIME = Duration.ofSeconds(2);

    private static final String OPEN = "OPEN";

    @Override
    public OwnerChecks.Owner known(ByteArray row, Duration timeout) {
        return find(row, false, timeout);
    }

    @Override
    public void relocate(ByteArray row, Duration timeout) {
        OwnerChecks.Owner unused = find(row, true, timeout);
    }

    private OwnerChecks.Owner find(ByteArray row, boolean reload, Duration timeout) {
        HRegionLocation location = connections.await(
                locator(Results.tableName(table)).getRegionLocation(row.unsafeBytes(), reload), timeout, what());
        return new OwnerChecks.Owner(
                ByteArray.copyOf(location.getRegion().getRegionName()),
                ByteArray.copyOf(location.getRegion().getEndKey()),
                String.valueOf(location.getServerName()));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Reads hbase:meta itself: concurrent look-ups of one region through the client's locator share an answer, which may be older
     * than the question.
     */
    @Override
    public Set<OwnerChecks.Owner> confirm(Collection<OwnerChecks.Owner> owners, Duration timeout) {
        Deadline deadline = Deadline.after(timeout.compareTo(LEAST_TIME) < 0 ? LEAST_TIME : timeout);
        try {
            while (true) {
                long begin = System.nanoTime();
                Set<OwnerChecks.Owner> confirmed = confirmOnce(List.copyOf(owners), deadline);
                // The server of hbase:meta may have been frozen and replaced as well.
                if (System.nanoTime() - begin < OwnerChecks.SILENCE_NANOS) {
                    return confirmed;
                }
            }
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

    private Set<OwnerChecks.Owner> confirmOnce(List<OwnerChecks.Owner> owners, Deadline deadline) {
        // The client fetches the location from ZooKeeper once for all that ask while the fetch is under way. The second
        // fetch has
        // begun after the first, hence after this question.
        locateMeta(deadline);
        locateMeta(deadline);
        List<Get> gets = owners.stream()
                .map(owner -> new Get(owner.region().unsafeBytes()).addFamily(HConstants.CATALOG_FAMILY))
                .toList();
        List<CompletableFuture<Result>> answers = meta(deadline.left()).get(gets);
        Set<OwnerChecks.Owner> confirmed = new HashSet<>();
        for (int i = 0; i < owners.size(); i++) {
            Result region = connections.await(answers.get(i), deadline.left(), what());
            if (isOpenAt(region, owners.get(i).server())) {
                confirmed.add(owners.get(i));
            }
        }
        return confirmed;
    }

    private void locateMeta(Deadline deadline) {
        HRegionLocation unused = connections.await(
                locator(TableName.META_TABLE_NAME).getRegionLocation(HConstants.EMPTY_START_ROW, true),
                deadline.left(),
                what());
    }

    /** @param region its row in hbase:meta */
    private static boolean isOpenAt(Result region, String server) {
        byte[] address = region.getValue(HConstants.CATALOG_FAMILY, HConstants.SERVER_QUALIFIER);
        byte[] startCode = region.getValue(HConstants.CATALOG_FAMILY, HConstants.STARTCODE_QUALIFIER);
        byte[] state = region.getValue(HConstants.CATALOG_FAMILY, HConstants.STATE_QUALIFIER);
        if (address == null
                || startCode == null
                || (state != null && !Bytes.toString(state).equals(OPEN))) {
            return false;
        }
        return ServerName.valueOf(Bytes.toString(address), Bytes.toLong(startCode))
                .toString()
                .equals(server);
    }

    private AsyncTable<?> meta(Duration timeout) {
        return connections
                .get()
                .getTableBuilder(TableName.META_TABLE_NAME)
                .setOperationTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .setReadRpcTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .build();
    }

    private AsyncTableRegionLocator locator(TableName name) {
        return connections.get().getRegionLocator(name);
    }

    private String what() {
        return "finding the regions of table " + table;
    }
}
