/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import static io.hbasesearch.administration.diagnosis.PlantedFault.none;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.administration.site.ProbeResult;
import io.hbasesearch.administration.site.Reading;
import io.hbasesearch.administration.site.ServiceFacts;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexDiagnosis.DocumentSize;
import io.hbasesearch.indexer.kafka.TopicBacklog;
import io.hbasesearch.indexer.kafka.Topics;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One fault of Kafka, of an index or of a process at a time, as {@link SiteDiagnosisTest} has those of HBase. */
class IndexDiagnosisTest {
    private static final Finding.State WRONG = Finding.State.WRONG;
    private static final Finding.State WARNING = Finding.State.WARNING;

    @ParameterizedTest
    @MethodSource({"ofKafka", "ofIndexes", "ofServices"})
    void aPlantedFaultIsDiagnosed(PlantedFault fault) {
        fault.requireDiagnosed();
    }

    static Stream<PlantedFault> ofKafka() {
        return Stream.of(
                new PlantedFault(
                        "Kafka down",
                        s -> s.kafka = none(ErrorCode.SERVER_UNREACHABLE),
                        "kafka",
                        WRONG,
                        11,
                        "planted",
                        "kafka.bootstrapServers"),
                new PlantedFault(
                        "no topic",
                        s -> s.topic = Optional.empty(),
                        "topic",
                        WRONG,
                        13,
                        "edits wait in HBase's logs",
                        "hbase-search peer remove --peer-id search --table default:mail"),
                new PlantedFault(
                        "partitions",
                        s -> s.topic = Optional.of(new Topics.Topic(HealthySite.TOPIC, "id", 8, 3)),
                        "topic",
                        WRONG,
                        13,
                        "8 partitions, and the peer distributes rows over 4",
                        "--bump"),
                new PlantedFault(
                        "retention",
                        s -> s.topicProblems = List.of("retention.ms is 1 h"),
                        "topic",
                        WARNING,
                        0,
                        "retention.ms is 1 h",
                        "kafka-configs.sh --bootstrap-server kafka1:9092,kafka2:9092 --alter"),
                new PlantedFault(
                        "headroom",
                        s -> s.backlog = HealthySite.backlog(5, 5, Duration.ofHours(2)),
                        "lag",
                        WRONG,
                        1,
                        "in 120 min",
                        "retention.ms"),
                new PlantedFault(
                        "headroom of retention.bytes",
                        s -> s.backlog = new TopicBacklog(
                                5,
                                5,
                                Optional.of(Duration.ofDays(7)),
                                Optional.of(Duration.ofDays(7)),
                                OptionalLong.of(1_000),
                                OptionalLong.of(499)),
                        "lag",
                        WRONG,
                        1,
                        "more than half of the topic's retention.bytes",
                        "retention.bytes=-1"),
                new PlantedFault(
                        "events lost",
                        s -> s.backlog = HealthySite.backlog(5, -1, Duration.ZERO),
                        "lag",
                        WRONG,
                        13,
                        "Kafka has deleted events",
                        "index epoch mail shows what is lost, and the command"),
                new PlantedFault(
                        "ACL of the topic",
                        s -> s.missingOfTopic = Set.of("WRITE", "READ"),
                        "permission",
                        WRONG,
                        12,
                        "READ, WRITE",
                        "kafka-acls.sh --bootstrap-server kafka1:9092,kafka2:9092 --add"),
                new PlantedFault(
                        "ACL of the dead letters",
                        s -> s.missingOfLetters = Set.of("WRITE"),
                        "permission",
                        WRONG,
                        12,
                        "Kafka does not let this user WRITE",
                        "--operation WRITE --topic hbase-search.dead-letters.mail"),
                new PlantedFault(
                        "no topic of dead letters",
                        s -> s.deadLetters = none(ErrorCode.INDEX_NOT_FOUND),
                        "dead-letters",
                        WARNING,
                        0,
                        "planted",
                        "CREATE"),
                new PlantedFault(
                        "ACL of the group",
                        s -> s.missingOfGroup = Set.of("READ"),
                        "permission",
                        WRONG,
                        12,
                        "READ",
                        "--group hbase-search.mail."),
                new PlantedFault(
                        "dead letters",
                        s -> s.deadLetters = ProbeResult.answer(3L),
                        "dead-letters",
                        WARNING,
                        0,
                        "3",
                        "dead-letters list mail"));
    }

    static Stream<PlantedFault> ofIndexes() {
        return Stream.of(
                new PlantedFault(
                        "red",
                        s -> s.backend = CheckResult.failed("it is red"),
                        "index",
                        WRONG,
                        1,
                        "it is red",
                        "health"),
                new PlantedFault(
                        "incomplete",
                        s -> s.index = HealthySite.index(1, 4, s.definition.hash(), false),
                        "index",
                        WARNING,
                        0,
                        "not indexed yet",
                        "reindex mail"),
                new PlantedFault(
                        "not created",
                        s -> s.definitions = List.of(s.definition, s.definition.called("other")),
                        "index",
                        WARNING,
                        0,
                        "never created",
                        "index create other"),
                new PlantedFault(
                        "without definition",
                        s -> s.definitions = List.of(),
                        "mapping",
                        WARNING,
                        0,
                        "no definition",
                        "index delete mail"),
                new PlantedFault(
                        "a pattern may define it",
                        s -> {
                            s.definitions = List.of();
                            s.allDefined = false;
                        },
                        "mapping",
                        Finding.State.UNKNOWN,
                        0,
                        "HBase does not list",
                        "run this again"),
                new PlantedFault(
                        "lost",
                        s -> s.loss = Optional.of("the topic is another one"),
                        "epoch",
                        WRONG,
                        13,
                        "the topic is another one",
                        "heal it"),
                new PlantedFault(
                        "other epoch",
                        s -> s.index = HealthySite.index(2, 4, s.definition.hash(), true),
                        "epoch",
                        WRONG,
                        13,
                        "edits are announced in " + HealthySite.TOPIC,
                        "index epoch mail shows"),
                new PlantedFault(
                        "changed definition",
                        s -> s.index = HealthySite.index(1, 4, "another", true),
                        "mapping",
                        WARNING,
                        0,
                        "has changed",
                        "reindex mail --rebuild"),
                new PlantedFault(
                        "mapping changed",
                        s -> s.mapping = List.of("field text has type: keyword, not text"),
                        "mapping",
                        WRONG,
                        13,
                        "type: keyword",
                        "--rebuild"),
                new PlantedFault(
                        "alias changed",
                        s -> s.naming = Optional.of("curl it"),
                        "name",
                        WRONG,
                        13,
                        "something other",
                        "curl it"),
                new PlantedFault(
                        "documents larger than a node takes",
                        s -> s.documentSize = ProbeResult.answer(Optional.of(new DocumentSize(
                                "index.elasticsearch.maxDocumentBytes",
                                100_000_000,
                                4_000_000,
                                "half of a node's http.max_content_length"))),
                        "document-size",
                        WARNING,
                        0,
                        "index.elasticsearch.maxDocumentBytes is 100000000 bytes, but the nodes have room for 4000000",
                        "Set index.elasticsearch.maxDocumentBytes to 4000000B or less"),
                new PlantedFault(
                        "memory of the nodes is not told",
                        s -> s.documentSize = none(ErrorCode.ACCESS_DENIED),
                        "document-size",
                        Finding.State.UNKNOWN,
                        0,
                        "planted",
                        "monitor"),
                new PlantedFault(
                        "secrets that everybody may read",
                        s -> s.exposedSecrets =
                                Optional.of("/c.yaml has secrets (gateway.cursorKey), and every user of this"
                                        + " machine may read: chmod o-rwx /c.yaml"),
                        "secrets",
                        WARNING,
                        0,
                        "chmod o-rwx /c.yaml",
                        "chmod"),
                new PlantedFault(
                        "clock of a node",
                        s -> s.indexClocks = ProbeResult.answer(List.of(new Reading(
                                "node",
                                HealthySite.NOW.minusSeconds(31),
                                HealthySite.NOW,
                                HealthySite.NOW.plusSeconds(1)))),
                        "clock",
                        WRONG,
                        1,
                        "31 s behind",
                        "chronyc"),
                new PlantedFault(
                        "privileges",
                        s -> s.missingPrivileges = List.of("cluster privilege monitor"),
                        "permission",
                        WRONG,
                        12,
                        "cluster privilege monitor",
                        "_security/role"),
                new PlantedFault(
                        "divergence",
                        s -> s.metrics =
                                s.metrics.replace("differences{index=\"mail\"} 0", "differences{index=\"mail\"} 3"),
                        "divergence",
                        WARNING,
                        0,
                        "3 rows differed",
                        "verify mail"),
                new PlantedFault(
                        "divergence that the scrub does not mend",
                        s -> s.metrics = s.metrics + "hbase_search_scrub_held_back{index=\"mail\"} 1.0\n",
                        "divergence",
                        WRONG,
                        4,
                        "does not re-read their rows",
                        "verify mail"),
                new PlantedFault(
                        "divergence that the scrub does not mend, in its first pass",
                        s -> s.metrics = s.metrics.replace(
                                        "timestamp_seconds{index=\"mail\"} 1.7E9",
                                        "timestamp_seconds{index=\"mail\"} 0.0")
                                + "hbase_search_scrub_held_back{index=\"mail\"} 1.0\n",
                        "divergence",
                        WRONG,
                        4,
                        "does not re-read their rows",
                        "verify mail"));
    }

    static Stream<PlantedFault> ofServices() {
        return Stream.of(
                new PlantedFault(
                        "service down",
                        s -> s.service = Optional.of(none(ErrorCode.SERVER_UNREACHABLE)),
                        "service",
                        WRONG,
                        11,
                        "planted",
                        "--service URL"),
                new PlantedFault(
                        "service down that was named",
                        s -> s.others = List.of(down(true)),
                        "service",
                        WRONG,
                        11,
                        "planted",
                        "--service URL"),
                new PlantedFault(
                        "service fails",
                        s -> s.status = "failing",
                        "service",
                        WRONG,
                        1,
                        "serve is failing: hbase: no answer",
                        "components"),
                new PlantedFault(
                        "nobody indexes",
                        s -> s.metrics = s.metrics.replace("\"serve\"", "\"gateway\""),
                        "service",
                        WARNING,
                        0,
                        "none of the processes that answered indexes edits",
                        "--service URL"),
                new PlantedFault(
                        "service warns",
                        s -> s.status = "degraded",
                        "service",
                        WARNING,
                        0,
                        "serve is degraded",
                        "warning"));
    }

    @Test
    void combinedProcessNeedsNoOtherServerAtItsDefaultAddress() {
        HealthySite site = new HealthySite();
        site.others = List.of(down(false));

        assertThat(SiteDiagnosis.of(site.site()).exitCode()).isZero();
    }

    @Test
    void whoDoesNotAnswerMayBeTheIndexer() {
        HealthySite site = new HealthySite();
        site.metrics = site.metrics.replace("\"serve\"", "\"gateway\"");
        site.others = List.of(down(true));

        assertThat(SiteDiagnosis.of(site.site()).list())
                .extracting(Finding::message)
                .noneMatch(message -> message.contains("indexes edits"));
    }

    private static ServiceFacts down(boolean named) {
        return new ServiceFacts(URI.create("http://indexer:8081"), named, none(ErrorCode.SERVER_UNREACHABLE));
    }
}
