/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Indexer processes that come and go under writes share the partitions of one index, and what need not move stays. */
@ExtendWith(Servers.Extension.class)
class ScaleOutIT {
    private static final String INDEX = "scaleout";
    private static final int PARTITIONS = 4;
    private static final long SEED = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @Test
    void aThirdJoinsUnderLoadAndAnotherIsKilled(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(servers.connection(), INDEX, 1);
        Site site = site(servers, directory);
        try (Admin admin = Admin.create(Map.of(
                        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                        servers.addresses().bootstrapServers()));
                Workload workload = new Workload(table, 200, SEED);
                SearchProcess first = start(site, "first");
                SearchProcess second = start(site, "second")) {
            workload.start();
            Map<String, Set<Integer>> two = awaitShared(admin, 2);
            int movedBefore = givenUp(site, "first", "second");
            try (SearchProcess third = start(site, "third")) {
                Map<String, Set<Integer>> three = awaitShared(admin, 3);
                two.forEach((member, partitions) ->
                        assertThat(partitions).as("what stays, stays").containsAll(three.get(member)));
                assertThat(givenUp(site, "first", "second") - movedBefore)
                        .as("partitions that moved")
                        .isEqualTo(1);

                second.kill();
                awaitShared(admin, 2);
                long operations = workload.operations();
                Oracle.await("more writes", PATIENCE, () -> workload.operations() > operations + 200);
                workload.close();
                site.oracle().awaitConverged(table.expected(), PATIENCE, () -> site.events("default", INDEX));
                Oracle.await(
                        "all committed", PATIENCE, () -> site.committedEvents() == site.eventCount("default", INDEX));
                assertThat(first.isAlive() && third.isAlive()).isTrue();
            }
        }
    }

    private static Site site(Servers servers, Path directory) throws IOException {
        Site site = new Site(servers.addresses(), directory, "default:" + INDEX, INDEX);
        // Under load from all sides no member is to be taken for dead but the one that is.
        String brief = "session.timeout.ms: \"6000\"";
        String config = Files.readString(site.config());
        assertThat(config).contains(brief);
        Files.writeString(site.config(), config.replace(brief, "session.timeout.ms: \"20000\""));
        site.run(
                0,
                "peer",
                "add",
                "--peer-id",
                INDEX,
                "--table",
                INDEX,
                "--replication-factor",
                "1",
                "--partitions",
                Integer.toString(PARTITIONS));
        site.run(0, "index", "create", INDEX);
        return site;
    }

    private static SearchProcess start(Site site, String name) throws IOException {
        return SearchProcess.start(site.config(), site.log(name), "indexer");
    }

    /** Waits until so many members have all partitions between them, each of them some. */
    private static Map<String, Set<Integer>> awaitShared(Admin admin, int members) {
        AtomicReference<Map<String, Set<Integer>>> shared = new AtomicReference<>(Map.of());
        Oracle.await(members + " members share the partitions", PATIENCE, () -> {
            Map<String, Set<Integer>> assigned = assigned(admin);
            shared.set(assigned);
            return assigned.size() == members
                    && assigned.values().stream().noneMatch(Set::isEmpty)
                    && assigned.values().stream().mapToInt(Set::size).sum() == PARTITIONS;
        });
        return shared.get();
    }

    /** Partitions by member. */
    private static Map<String, Set<Integer>> assigned(Admin admin) {
        String group = "hbase-search." + INDEX + ".e1";
        try {
            return admin.describeConsumerGroups(List.of(group)).describedGroups().get(group).get().members().stream()
                    .collect(Collectors.toMap(
                            member -> member.consumerId(), member -> member.assignment().topicPartitions().stream()
                                    .map(TopicPartition::partition)
                                    .collect(Collectors.toSet())));
        } catch (ExecutionException e) {
            return Map.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** How many times these processes say that they have given up a partition. */
    private static int givenUp(Site site, String... names) throws IOException {
        String marker = "gives up partitions [";
        int partitions = 0;
        for (String name : names) {
            for (String line : Files.readAllLines(site.log(name))) {
                int at = line.indexOf(marker);
                if (at >= 0) {
                    String list = line.substring(at + marker.length(), line.indexOf(']', at));
                    partitions += list.split(", ").length;
                }
            }
        }
        return partitions;
    }
}
