/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(Servers.Extension.class)
class TopologyChangesIT {
    private static final long SEED = 20_261_121;
    private static final Duration CONVERGENCE = Duration.ofMinutes(2);
    /** Regions 0 and 1 are merged, region 2 is split, all are moved. */
    private static final byte[][] SPLITS = {{0x40}, {(byte) 0x80}};

    @Test
    void theIndexConvergesAfterRegionsMovedSplitAndMergedUnderWrites(Servers servers, @TempDir Path directory)
            throws Exception {
        TestTable table = TestTable.create(servers.connection(), "topology", 1, SPLITS);
        Site site = new Site(servers.addresses(), directory, "default:topology", "topology");
        site.addPeer("topology", "topology", 1);
        site.run(0, "index", "create", "topology");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                Admin admin = servers.connection().getAdmin()) {
            try (Workload workload = new Workload(table, 400, SEED).start()) {
                awaitOperations(workload, 500);
                moveEveryRegion(admin, table);
                awaitOperations(workload, workload.operations() + 500);
                splitLastRegion(admin, table);
                awaitOperations(workload, workload.operations() + 500);
                mergeFirstTwoRegions(admin, table);
                moveEveryRegion(admin, table);
                awaitOperations(workload, workload.operations() + 500);
            }
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", "topology"));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void awaitOperations(Workload workload, long count) {
        Oracle.await(count + " operations", Duration.ofMinutes(1), () -> workload.operations() >= count);
    }

    private static void moveEveryRegion(Admin admin, TestTable table) throws Exception {
        List<ServerName> live = new ArrayList<>(admin.getRegionServers());
        assertThat(live).hasSizeGreaterThanOrEqualTo(2);
        try (RegionLocator locator = admin.getConnection().getRegionLocator(table.name())) {
            for (var location : locator.getAllRegionLocations()) {
                ServerName other = live.stream()
                        .filter(server -> !server.equals(location.getServerName()))
                        .findFirst()
                        .orElseThrow();
                admin.move(location.getRegion().getEncodedNameAsBytes(), other);
            }
        }
    }

    private static void splitLastRegion(Admin admin, TestTable table) throws Exception {
        List<RegionInfo> regions = admin.getRegions(table.name());
        RegionInfo last = regions.get(regions.size() - 1);
        admin.splitRegionAsync(last.getRegionName(), Bytes.toBytesBinary("\\xB0"))
                .get(1, TimeUnit.MINUTES);
        assertThat(admin.getRegions(table.name())).hasSize(regions.size() + 1);
    }

    /** Regions that were never split: daughters do not merge until their reference files are gone. */
    private static void mergeFirstTwoRegions(Admin admin, TestTable table) throws Exception {
        List<RegionInfo> regions = admin.getRegions(table.name());
        byte[][] both = {regions.get(0).getRegionName(), regions.get(1).getRegionName()};
        admin.mergeRegionsAsync(both, false).get(1, TimeUnit.MINUTES);
        assertThat(admin.getRegions(table.name())).hasSize(regions.size() - 1);
    }
}
