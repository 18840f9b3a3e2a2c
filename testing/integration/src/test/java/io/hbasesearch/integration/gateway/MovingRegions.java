/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.jspecify.annotations.Nullable;

/** Moves regions of tables from server to server, one after the other, as a balancer would, until it is closed. Owns its thread. */
final class MovingRegions implements AutoCloseable {
    private static final long PAUSE_MILLIS = 300;
    private static final long PATIENCE_MILLIS = 30_000;

    private final Connection connection;
    private final List<TableName> tables;
    private final Random random = new Random(1);
    private final AtomicInteger moves = new AtomicInteger();
    private final Thread thread = new Thread(this::move, "moving-regions");
    private volatile boolean closed;
    private volatile @Nullable Exception failure;

    MovingRegions(Connection connection, Collection<String> tables) {
        this.connection = connection;
        this.tables = tables.stream().sorted().map(TableName::valueOf).toList();
        thread.start();
    }

    private void move() {
        try (Admin admin = connection.getAdmin()) {
            while (!closed) {
                moveOne(admin, tables.get(random.nextInt(tables.size())));
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (IOException | InterruptedException e) {
            failure = e;
        }
    }

    /** HBase's own balancer may be at the same region: then another one is moved. */
    private void moveOne(Admin admin, TableName table) {
        try {
            move(admin, table);
        } catch (IOException | RuntimeException e) {
            failure = e;
        }
    }

    private void move(Admin admin, TableName table) throws IOException {
        try (RegionLocator locator = connection.getRegionLocator(table)) {
            locator.clearRegionLocationCache();
            List<HRegionLocation> regions = locator.getAllRegionLocations();
            HRegionLocation region = regions.get(random.nextInt(regions.size()));
            ServerName other = admin.getRegionServers().stream()
                    .filter(server -> !server.equals(region.getServerName()))
                    .findFirst()
                    .orElseThrow();
            admin.move(region.getRegion().getEncodedNameAsBytes(), other);
            moves.incrementAndGet();
        }
    }

    /** @throws AssertionError if fewer than so many were moved, with the last failure */
    void requireMoves(int least) {
        if (moves.get() < least) {
            throw new AssertionError("only " + moves.get() + " regions were moved", failure);
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join(PATIENCE_MILLIS);
        thread.interrupt();
        thread.join(PATIENCE_MILLIS);
    }
}
