/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Regions are split, moved and merged while a reindex scans them. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
@Timeout(600)
class ReindexTopologyIT {
    private static final Logger log = LoggerFactory.getLogger(ReindexTopologyIT.class);
    private static final int OLD_ROWS = 1_600;
    private static final int CHANGING_ROWS = 300;
    /** Four regions of 400 rows: the first two are scanned at first, and then the others. */
    private static final byte[][] SPLITS = {{0x40}, {(byte) 0x80}, {(byte) 0xc0}};

    @Test
    void whatIsSplitMovedAndMergedInMidScanIsReadOnce(Servers servers, @TempDir Path directory) throws Exception {
        ReindexStand stand = ReindexStand.withIndex(servers, directory, "reindextopology", OLD_ROWS, SPLITS);
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer");
                Admin admin = servers.connection().getAdmin()) {
            try (Workload workload = new Workload(stand.table(), CHANGING_ROWS, 5).startSlowly(100);
                    SearchProcess reindex = stand.start("reindex", "--threads", "2", "--rows-per-second", "40")) {
                stand.awaitRows(200);
                split(admin, stand.table());
                move(admin, stand.table(), 2);
                stand.awaitRows(1_000);
                assertThat(reindex.isAlive()).isTrue();
                move(admin, stand.table(), 3);
                mergeLast(admin, stand.table());
                stand.assertEnds(reindex, 0, "reindex");
                assertThat(workload.operations()).isGreaterThan(1_000);
            }
            long read = stand.counts().rows();
            int there = stand.table().expected().size();
            log.info("{} rows read of a table of {}", read, there);
            assertThat(read).isBetween((long) there - CHANGING_ROWS, there + 2L * CHANGING_ROWS);
            stand.awaitConverged();
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void split(Admin admin, TestTable table) throws Exception {
        RegionInfo first = admin.getRegions(table.name()).get(0);
        admin.splitRegionAsync(first.getRegionName(), new byte[] {0x20}).get(1, TimeUnit.MINUTES);
        assertThat(admin.getRegions(table.name())).hasSize(SPLITS.length + 2);
    }

    /**
     * To the other server.
     *
     * @param number of the region, in the order of keys
     */
    private static void move(Admin admin, TestTable table, int number) throws Exception {
        try (RegionLocator locator = admin.getConnection().getRegionLocator(table.name())) {
            HRegionLocation region = locator.getAllRegionLocations().get(number);
            ServerName other = admin.getRegionServers().stream()
                    .filter(server -> !server.equals(region.getServerName()))
                    .findFirst()
                    .orElseThrow();
            admin.move(region.getRegion().getEncodedNameAsBytes(), other);
        }
    }

    /** Both of them are being scanned, and neither was split before: daughters do not merge at once. */
    private static void mergeLast(Admin admin, TestTable table) throws Exception {
        List<RegionInfo> regions = admin.getRegions(table.name());
        byte[][] both = {
            regions.get(regions.size() - 2).getRegionName(),
            regions.get(regions.size() - 1).getRegionName()
        };
        admin.mergeRegionsAsync(both, false).get(1, TimeUnit.MINUTES);
        assertThat(admin.getRegions(table.name())).hasSize(regions.size() - 1);
    }
}
