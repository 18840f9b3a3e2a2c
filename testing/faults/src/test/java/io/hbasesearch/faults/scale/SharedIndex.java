/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
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

/** A table and its index, whose topic has several partitions for indexers to share. For one thread; owns its Kafka client. */
final class SharedIndex implements AutoCloseable {
    static final int PARTITIONS = 4;
    static final Duration PATIENCE = Duration.ofMinutes(4);

    private final String name;
    private final TestTable table;
    private final Site site;
    private final Admin admin;

    SharedIndex(Servers servers, Path directory, String name) throws IOException {
        this.name = name;
        this.table = TestTable.create(servers.connection(), name, 1);
        this.site = site(servers, directory, name);
        this.admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.addresses().bootstrapServers()));
    }

    private static Site site(Servers servers, Path directory, String name) throws IOException {
        Site site = new Site(servers.addresses(), directory, "default:" + name, name);
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
                name,
                "--table",
                name,
                "--replication-factor",
                "1",
                "--partitions",
                Integer.toString(PARTITIONS));
        site.run(0, "index", "create", name);
        return site;
    }

    TestTable table() {
        return table;
    }

    /** @param process names its log, to which it appends */
    SearchProcess startIndexer(String process) throws IOException {
        return SearchProcess.start(site.config(), site.log(process), "indexer");
    }

    List<String> log(String process) throws IOException {
        return Files.readAllLines(site.log(process));
    }

    long committedEvents() {
        return site.committedEvents();
    }

    /** Waits until so many members have all partitions between them, each of them some. @return their partitions by member */
    Map<String, Set<Integer>> awaitShared(int members) {
        AtomicReference<Map<String, Set<Integer>>> shared = new AtomicReference<>(Map.of());
        Oracle.await(members + " members share the partitions", PATIENCE, () -> {
            Map<String, Set<Integer>> assigned = assigned();
            shared.set(assigned);
            return assigned.size() == members
                    && assigned.values().stream().noneMatch(Set::isEmpty)
                    && assigned.values().stream().mapToInt(Set::size).sum() == PARTITIONS;
        });
        return shared.get();
    }

    private Map<String, Set<Integer>> assigned() {
        String group = "hbase-search." + name + ".e1";
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

    /** Once nobody writes any more: the index equals the table, and every event is acknowledged. */
    void awaitConverged() throws Exception {
        site.oracle().awaitConverged(table.expected(), PATIENCE, () -> site.events("default", name));
        Oracle.await("all committed", PATIENCE, () -> site.committedEvents() == site.eventCount("default", name));
    }

    @Override
    public void close() {
        admin.close();
    }
}
