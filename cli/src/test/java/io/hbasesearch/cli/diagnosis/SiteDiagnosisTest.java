/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.cli.site.Asked;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.hbase.RegionServers.Endpoint;
import io.hbasesearch.indexer.kafka.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A healthy site, and one fault at a time: each is found, by the right check, and nothing else is. */
class SiteDiagnosisTest {
    private static final Finding.State WRONG = Finding.State.WRONG;
    private static final Finding.State WARNING = Finding.State.WARNING;

    /** What is planted, and what has to be said of it. */
    private record Fault(
            String name,
            Consumer<HealthySite> plant,
            String check,
            Finding.State state,
            int exitCode,
            String message,
            String remedy) {
        @Override
        public String toString() {
            return name;
        }
    }

    @Test
    void nothingIsSaidAgainstAHealthySite() {
        Findings findings = SiteDiagnosis.of(new HealthySite().site());

        assertThat(findings.list()).allMatch(finding -> finding.state() == Finding.State.OK);
        assertThat(findings.list().stream().map(Finding::check).distinct())
                .containsExactlyInAnyOrder(
                        "endpoint-jar", "hbase-settings", "scope", "peer-settings", "peer", "wal-queue", "lag",
                        "dead-letters", "divergence", "service", "index", "epoch", "topic", "mapping", "clock",
                        "permission");
        assertThat(findings.exitCode()).isZero();
        assertThat(findings.failure()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource({"ofHBase", "ofKafka", "ofIndexes", "ofServices"})
    void aPlantedFaultIsDiagnosed(Fault fault) {
        HealthySite site = new HealthySite();
        fault.plant().accept(site);

        Findings findings = SiteDiagnosis.of(site.site());

        List<Finding> found = findings.list().stream()
                .filter(finding -> finding.state() != Finding.State.OK)
                .toList();
        assertThat(found).as(findings.text()).anySatisfy(finding -> {
            assertThat(finding.check()).isEqualTo(fault.check());
            assertThat(finding.state()).isEqualTo(fault.state());
            assertThat(finding.message()).contains(fault.message());
            assertThat(finding.remedy().orElseThrow()).contains(fault.remedy());
        });
        assertThat(found).as(findings.text()).hasSizeLessThanOrEqualTo(2);
        assertThat(findings.exitCode()).isEqualTo(fault.exitCode());
        assertThat(findings.text()).contains(fault.message(), "-> ");
    }

    static Stream<Fault> ofHBase() {
        return Stream.of(
                new Fault("no jar", s -> s.endpoint = new Endpoint(Set.of(), Set.of()),
                        "endpoint-jar", WRONG, 1, "not on its class path", "lib directory"),
                new Fault("two jars", s -> s.endpoint = new Endpoint(Set.of("0.9", "1.0"), Set.of("1.0")),
                        "endpoint-jar", WRONG, 1, "0.9, 1.0", "Leave the newest"),
                new Fault("older jar", s -> s.endpoint = new Endpoint(Set.of("0.9"), Set.of("0.9")),
                        "endpoint-jar", WARNING, 0, "version 0.9, and this program is 1.0", "restart"),
                new Fault("endpoint does not start", s -> s.queues = queues(0, false),
                        "wal-queue", WRONG, 1, "has not started", "jar"),
                new Fault("no queue", s -> s.queues = Asked.answer(Map.of()),
                        "endpoint", WRONG, 1, "no queue for peer search", "log"),
                new Fault("reader sleeps", s -> s.multiplier = 300,
                        "hbase-settings", WARNING, 0, "up to 15000 ms", "replication.source.sleepforretries=50"),
                new Fault("scope", s -> s.families = Asked.answer(Map.of("d", false, "e", true)),
                        "scope", WRONG, 1, "announce nothing: d", "--set-scope"),
                new Fault("peer disabled", s -> s.peer = HealthySite.peer(
                                false, s.peer.endpoint(), "default:mail=1/4", Map.of(), Set.of(HealthySite.MAIL), false),
                        "peer", WRONG, 1, "disabled", "peer enable --peer-id search"),
                new Fault("peer of another class", s -> s.peer = HealthySite.peer(
                                true, "com.example.Other", "default:mail=1/4", Map.of(), Set.of(HealthySite.MAIL), false),
                        "peer", WRONG, 10, "its endpoint is com.example.Other", "remove_peer 'search'"),
                new Fault("peer's tables garbled", s -> s.peer = HealthySite.peer(
                                true, s.peer.endpoint(), "mail", Map.of(), Set.of(HealthySite.MAIL), false),
                        "peer", WRONG, 10, "not namespace:table=epoch/partitions", "update_peer_config"),
                new Fault("peer does not cover", s -> s.peer = HealthySite.peer(
                                true, s.peer.endpoint(), "default:mail=1/4", Map.of(), Set.of(), false),
                        "peer", WRONG, 1, "keep edits of this table", "peer add --table default:mail"),
                new Fault("serial", s -> s.peer = HealthySite.peer(
                                true, s.peer.endpoint(), "default:mail=1/4", Map.of(), Set.of(HealthySite.MAIL), true),
                        "peer-settings", WARNING, 0, "serial", "set_peer_serial 'search', false"),
                new Fault("columns", s -> s.peer = HealthySite.peer(
                                true, s.peer.endpoint(), "default:mail=1/4",
                                Map.of("hbase-search.columns.default:mail", "d:other,e"), Set.of(HealthySite.MAIL), false),
                        "peer-settings", WRONG, 1, "maps: d:text", "hbase-search.columns.default:mail"),
                new Fault("other brokers", s -> s.bootstrapServers = "elsewhere:9092",
                        "peer-settings", WARNING, 0, "elsewhere:9092", "--kafka elsewhere:9092"),
                new Fault("backlog", s -> s.queues = queues(600_000, true),
                        "peer", WRONG, 1, "waited for 600 s", "Kafka"),
                new Fault("clock ahead", s -> s.serverSkew = Duration.ofSeconds(40),
                        "clock", WRONG, 1, "40 s ahead", "chronyc"),
                new Fault("clock behind", s -> s.serverSkew = Duration.ofSeconds(-16),
                        "clock", WARNING, 0, "6 s behind", "chronyc"),
                new Fault("may not read", s -> s.read = none(ErrorCode.ACCESS_DENIED),
                        "permission", WRONG, 12, "planted", "grant 'USER', 'R', 'default:mail'"),
                new Fault("table gone", s -> s.families = none(ErrorCode.TABLE_NOT_FOUND),
                        "scope", WRONG, 1, "planted", "Create the table"),
                new Fault("HBase down", s -> s.queues = none(ErrorCode.TIMED_OUT),
                        "hbase", WRONG, 11, "planted", "ZooKeeper"));
    }

    static Stream<Fault> ofKafka() {
        return Stream.of(
                new Fault("Kafka down", s -> s.kafka = none(ErrorCode.SERVER_UNREACHABLE),
                        "kafka", WRONG, 11, "planted", "kafka.bootstrapServers"),
                new Fault("no topic", s -> s.topic = Optional.empty(),
                        "topic", WRONG, 13, "edits wait in HBase's logs", "--bump"),
                new Fault("partitions", s -> s.topic = Optional.of(new Topics.Topic(HealthySite.TOPIC, "id", 8, 3)),
                        "topic", WRONG, 13, "8 partitions, and the peer spreads rows over 4", "--bump"),
                new Fault("retention", s -> s.topicProblems = List.of("retention.ms is 1 h"),
                        "topic", WARNING, 0, "retention.ms is 1 h", "kafka-configs.sh"),
                new Fault("headroom", s -> s.backlog = HealthySite.backlog(5, 5, Duration.ofHours(2)),
                        "lag", WRONG, 1, "in 120 min", "retention.ms"),
                new Fault("events lost", s -> s.backlog = HealthySite.backlog(5, -1, Duration.ZERO),
                        "lag", WRONG, 13, "gone from the topic", "index epoch mail"),
                new Fault("ACL of the topic", s -> s.missingOfTopic = Set.of("WRITE", "READ"),
                        "permission", WRONG, 12, "READ, WRITE", "kafka-acls.sh --add"),
                new Fault("ACL of the group", s -> s.missingOfGroup = Set.of("READ"),
                        "permission", WRONG, 12, "READ", "--group hbase-search.mail."),
                new Fault("dead letters", s -> s.deadLetters = Asked.answer(3L),
                        "dead-letters", WARNING, 0, "3", "dead-letters list mail"));
    }

    static Stream<Fault> ofIndexes() {
        return Stream.of(
                new Fault("red", s -> s.backend = CheckResult.failed("it is red"),
                        "index", WRONG, 1, "it is red", "health"),
                new Fault("incomplete", s -> s.index = HealthySite.index(1, 4, s.definition.hash(), false),
                        "index", WARNING, 0, "not in it yet", "reindex mail"),
                new Fault("not created", s -> s.definitions = List.of(s.definition, s.definition.called("other")),
                        "index", WARNING, 0, "never created", "index create other"),
                new Fault("without definition", s -> s.definitions = List.of(),
                        "mapping", WARNING, 0, "no definition", "index delete mail"),
                new Fault("lost", s -> s.loss = Optional.of("the topic is another one"),
                        "epoch", WRONG, 13, "the topic is another one", "heal it"),
                new Fault("other epoch", s -> s.index = HealthySite.index(2, 4, s.definition.hash(), true),
                        "epoch", WRONG, 13, "edits are announced in " + HealthySite.TOPIC, "index epoch mail --bump"),
                new Fault("changed definition", s -> s.index = HealthySite.index(1, 4, "another", true),
                        "mapping", WARNING, 0, "has changed", "reindex mail --rebuild"),
                new Fault("mapping changed", s -> s.mapping = List.of("field text has type: keyword, not text"),
                        "mapping", WRONG, 13, "type: keyword", "--rebuild"),
                new Fault("alias changed", s -> s.naming = Optional.of("curl it"),
                        "name", WRONG, 13, "something else", "curl it"),
                new Fault("privileges", s -> s.missingPrivileges = List.of("cluster privilege monitor"),
                        "permission", WRONG, 12, "cluster privilege monitor", "_security/role"),
                new Fault("divergence", s -> s.metrics = s.metrics.replace("differences{index=\"mail\"} 0", "differences{index=\"mail\"} 3"),
                        "divergence", WRONG, 4, "3 rows differed", "verify mail"));
    }

    static Stream<Fault> ofServices() {
        return Stream.of(
                new Fault("service down", s -> s.service = Optional.of(none(ErrorCode.SERVER_UNREACHABLE)),
                        "service", WRONG, 11, "planted", "--service URL"),
                new Fault("service fails", s -> s.status = "failing",
                        "service", WRONG, 1, "serve is failing: hbase: no answer", "components"),
                new Fault("service warns", s -> s.status = "degraded",
                        "service", WARNING, 0, "serve is degraded", "warning"));
    }

    private static Asked<Map<String, List<PeerLag>>> queues(long lagMillis, boolean running) {
        return Asked.answer(Map.of(
                "search", List.of(new PeerLag(HealthySite.SERVER, "search", lagMillis, 0, 1, false, running))));
    }

    private static <T> Asked<T> none(ErrorCode code) {
        return new Asked.NoAnswer<>(code, "planted", Optional.empty(), false);
    }
}
