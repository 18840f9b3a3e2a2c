/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import static io.hbasesearch.administration.diagnosis.PlantedFault.none;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.administration.site.ProbeResult;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.hbase.RegionServers.Endpoint;
import io.hbasesearch.hbase.RegionServers.Master;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A healthy site, and one fault of HBase at a time: each is found by the right check, and one other at most says more. */
class SiteDiagnosisTest {
    private static final Finding.State WRONG = Finding.State.WRONG;
    private static final Finding.State WARNING = Finding.State.WARNING;

    @Test
    void nothingIsSaidAgainstAHealthySite() {
        Findings findings = SiteDiagnosis.of(new HealthySite().site());

        assertThat(findings.list()).allMatch(finding -> finding.state() == Finding.State.OK);
        assertThat(findings.list().stream().map(Finding::check).distinct())
                .containsExactlyInAnyOrder(
                        "endpoint-jar",
                        "hbase-settings",
                        "scope",
                        "peer-settings",
                        "peer",
                        "wal-queue",
                        "lag",
                        "dead-letters",
                        "divergence",
                        "service",
                        "index",
                        "epoch",
                        "topic",
                        "mapping",
                        "clock",
                        "permission",
                        "document-size",
                        "secrets");
        assertThat(findings.exitCode()).isZero();
        assertThat(findings.worst()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ofHBase")
    void aPlantedFaultIsDiagnosed(PlantedFault fault) {
        fault.requireDiagnosed();
    }

    static Stream<PlantedFault> ofHBase() {
        return Stream.of(
                new PlantedFault(
                        "no jar",
                        s -> s.endpoint = new Endpoint(Set.of(), Set.of()),
                        "endpoint-jar",
                        WRONG,
                        1,
                        "not on its class path",
                        "lib directory"),
                new PlantedFault(
                        "two jars",
                        s -> s.endpoint = new Endpoint(Set.of("0.9", "1.0"), Set.of("1.0")),
                        "endpoint-jar",
                        WRONG,
                        1,
                        "0.9, 1.0",
                        "Keep only the newest"),
                new PlantedFault(
                        "older jar",
                        s -> s.endpoint = new Endpoint(Set.of("0.9"), Set.of("0.9")),
                        "endpoint-jar",
                        WARNING,
                        0,
                        "version 0.9, and this program is 1.0",
                        "restart"),
                new PlantedFault(
                        "no jar on a master that stands by",
                        s -> s.masters = masters(Optional.of(Set.of()), ""),
                        "endpoint-jar",
                        WARNING,
                        0,
                        "peers can be neither added nor changed once it is the active one",
                        "lib directory of every RegionServer and master"),
                new PlantedFault(
                        "older jar on a master",
                        s -> s.masters = masters(Optional.of(Set.of("0.9")), ""),
                        "endpoint-jar",
                        WARNING,
                        0,
                        "version 0.9, and this program is 1.0",
                        "restart"),
                new PlantedFault(
                        "a master cannot be asked",
                        s -> s.masters = masters(Optional.empty(), "its info port is off"),
                        "endpoint-jar",
                        Finding.State.UNKNOWN,
                        0,
                        "its info port is off",
                        "hbase.master.info.port"),
                new PlantedFault(
                        "endpoint does not start",
                        s -> s.queues = queues(0, false),
                        "wal-queue",
                        WRONG,
                        1,
                        "has not started",
                        "jar"),
                new PlantedFault(
                        "a topic that the endpoint waits for",
                        s -> s.waiting = Map.of("search", "Peer search waits: topic t of table mail: refused."),
                        "peer",
                        WRONG,
                        1,
                        "topic t of table mail",
                        "hbase-search peer remove --peer-id search --table TABLE"),
                new PlantedFault(
                        "no queue",
                        s -> s.queues = ProbeResult.answer(Map.of()),
                        "endpoint",
                        WRONG,
                        1,
                        "no queue for peer search",
                        "log"),
                new PlantedFault(
                        "reader sleeps",
                        s -> s.multiplier = 300,
                        "hbase-settings",
                        WARNING,
                        0,
                        "up to 15000 ms",
                        "replication.source.sleepforretries=50"),
                new PlantedFault(
                        "servers cannot be listed",
                        s -> s.servers = Optional.of(none(ErrorCode.TIMED_OUT)),
                        "endpoint-jar",
                        WRONG,
                        11,
                        "planted",
                        "master"),
                new PlantedFault(
                        "settings cannot be listed",
                        s -> s.settings = Optional.of(none(ErrorCode.TIMED_OUT)),
                        "hbase-settings",
                        WRONG,
                        11,
                        "planted",
                        "master"),
                new PlantedFault(
                        "HBase is slow", s -> s.late = Set.of("hbase"), "time", WRONG, 11, "too slowly", "--timeout"),
                new PlantedFault(
                        "scope",
                        s -> s.families = ProbeResult.answer(Map.of("d", false, "e", true)),
                        "scope",
                        WRONG,
                        1,
                        "announce nothing: d",
                        "--set-scope"),
                new PlantedFault(
                        "peer disabled",
                        s -> s.peer = HealthySite.peer(
                                false,
                                s.peer.endpoint(),
                                "default:mail=1/4",
                                Map.of(),
                                Set.of(HealthySite.MAIL),
                                false),
                        "peer",
                        WRONG,
                        1,
                        "disabled",
                        "peer enable --peer-id search"),
                new PlantedFault(
                        "peer of another class",
                        s -> s.peer = HealthySite.peer(
                                true,
                                "com.example.Other",
                                "default:mail=1/4",
                                Map.of(),
                                Set.of(HealthySite.MAIL),
                                false),
                        "peer",
                        WRONG,
                        10,
                        "its endpoint is com.example.Other",
                        "remove_peer 'search'"),
                new PlantedFault(
                        "peer's tables garbled",
                        s -> s.peer = HealthySite.peer(
                                true, s.peer.endpoint(), "mail", Map.of(), Set.of(HealthySite.MAIL), false),
                        "peer",
                        WRONG,
                        10,
                        "not namespace:table=epoch/partitions",
                        "update_peer_config"),
                new PlantedFault(
                        "peer does not cover",
                        s -> s.peer = HealthySite.peer(
                                true, s.peer.endpoint(), "default:mail=1/4", Map.of(), Set.of(), false),
                        "peer",
                        WRONG,
                        1,
                        "drop edits of this table",
                        "peer add --table default:mail"),
                new PlantedFault(
                        "serial",
                        s -> s.peer = HealthySite.peer(
                                true, s.peer.endpoint(), "default:mail=1/4", Map.of(), Set.of(HealthySite.MAIL), true),
                        "peer-settings",
                        WARNING,
                        0,
                        "serial",
                        "set_peer_serial 'search', false"),
                new PlantedFault(
                        "columns",
                        s -> s.peer = HealthySite.peer(
                                true,
                                s.peer.endpoint(),
                                "default:mail=1/4",
                                Map.of("hbase-search.columns.default:mail", "d:other,e"),
                                Set.of(HealthySite.MAIL),
                                false),
                        "peer-settings",
                        WRONG,
                        1,
                        "maps: d:text",
                        "hbase-search.columns.default:mail"),
                new PlantedFault(
                        "columns where any makes a row",
                        s -> {
                            s.definitions = List.of(IndexDefinition.of(
                                    "mail",
                                    HealthySite.MAIL,
                                    RowKeyFormat.TEXT,
                                    List.of(FieldMapping.ofRowKey("key"))));
                            s.index =
                                    HealthySite.index(1, 4, s.definitions.get(0).hash(), true);
                            s.peer = withColumns(s, "default:mail");
                        },
                        "peer-settings",
                        WRONG,
                        1,
                        "every column",
                        "hbase-search.columns.default:mail"),
                new PlantedFault(
                        "columns of no table",
                        s -> s.peer = withColumns(s, "no table"),
                        "peer-settings",
                        WRONG,
                        10,
                        "not a table name",
                        "update_peer_config"),
                new PlantedFault(
                        "route of no table",
                        s -> s.peer = HealthySite.peer(
                                true, s.peer.endpoint(), "default:m*l=1/4", Map.of(), Set.of(HealthySite.MAIL), false),
                        "peer",
                        WRONG,
                        10,
                        "not a table name",
                        "update_peer_config"),
                new PlantedFault(
                        "peers may not be listed",
                        s -> s.peers = Optional.of(denied()),
                        "peer",
                        Finding.State.UNKNOWN,
                        0,
                        "planted",
                        "ADMIN"),
                new PlantedFault(
                        "other brokers",
                        s -> s.bootstrapServers = "elsewhere:9092",
                        "peer-settings",
                        WARNING,
                        0,
                        "elsewhere:9092",
                        "--kafka elsewhere:9092"),
                new PlantedFault(
                        "backlog",
                        s -> s.queues = queues(600_000, true),
                        "peer",
                        WRONG,
                        1,
                        "waited for 600 s",
                        "Kafka"),
                new PlantedFault(
                        "clock ahead",
                        s -> s.serverSkew = Duration.ofSeconds(40),
                        "clock",
                        WRONG,
                        1,
                        "40 s ahead",
                        "chronyc"),
                new PlantedFault(
                        "clock behind",
                        s -> s.serverSkew = Duration.ofSeconds(-16),
                        "clock",
                        WARNING,
                        0,
                        "6 s behind",
                        "chronyc"),
                new PlantedFault(
                        "may not read",
                        s -> s.read = denied(),
                        "permission",
                        WRONG,
                        12,
                        "planted",
                        "grant 'USER', 'R', 'default:mail'"),
                new PlantedFault(
                        "table gone",
                        s -> s.families = none(ErrorCode.TABLE_NOT_FOUND),
                        "scope",
                        WRONG,
                        1,
                        "planted",
                        "Create the table"),
                new PlantedFault(
                        "HBase down",
                        s -> s.queues = none(ErrorCode.TIMED_OUT),
                        "hbase",
                        WRONG,
                        11,
                        "planted",
                        "ZooKeeper"));
    }

    private static Peer withColumns(HealthySite site, String table) {
        return HealthySite.peer(
                true,
                site.peer.endpoint(),
                "default:mail=1/4",
                Map.of("hbase-search.columns." + table, "d:other,e"),
                Set.of(HealthySite.MAIL),
                false);
    }

    private static ProbeResult<List<Master>> masters(Optional<Set<String>> jarsOfTheSecond, String problem) {
        return ProbeResult.answer(List.of(
                new Master("host2,16000,1", true, Optional.of(Set.of(HealthySite.VERSION)), ""),
                new Master("host3,16000,1", false, jarsOfTheSecond, problem)));
    }

    private static <T> ProbeResult<T> denied() {
        return new ProbeResult.Unavailable<>(ErrorCode.ACCESS_DENIED, "planted", Optional.of("a general hint"), false);
    }

    private static ProbeResult<Map<String, List<PeerLag>>> queues(long lagMillis, boolean running) {
        return ProbeResult.answer(Map.of(
                "search",
                List.of(new PeerLag(
                        HealthySite.SERVER, new PeerLag.Source("search", false, running), lagMillis, 0, 1, 1))));
    }

    @Test
    void aFamilyThatIsReadWholeIsLackingUnlessItIsAnnouncedWhole(@TempDir Path temp) throws IOException {
        Path file = Files.writeString(
                temp.resolve("mail.yaml"), "table: mail\nfields:\n  tags: {columns: 'd:t*', type: json}\n");
        HealthySite site = new HealthySite();
        site.definitions = List.of(new IndexDefinitionReader(Map.of()).readFile(file));
        site.index = HealthySite.index(1, 4, site.definitions.get(0).hash(), true);
        site.peer = withColumns(site, "default:mail");

        assertThat(SiteDiagnosis.of(site.site()).list())
                .filteredOn(Finding::isWrong)
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).endsWith("index mail maps: d"));
    }
}
