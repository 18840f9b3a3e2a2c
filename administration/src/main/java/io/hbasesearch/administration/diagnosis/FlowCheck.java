/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.site.PathFacts;
import io.hbasesearch.administration.site.ServiceFacts;
import io.hbasesearch.core.config.AlarmsConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.kafka.TopicBacklog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks how far indexes lag behind their topics, their dead letters, and the differences that the scrub has found. Pure. */
final class FlowCheck {
    private static final String LAG = "lag";
    private static final String LETTERS = "dead-letters";
    private static final String DIVERGENCE = "divergence";

    private FlowCheck() {}

    static List<Finding> judge(PathFacts facts) {
        List<Finding> findings = new ArrayList<>();
        facts.kafka()
                .complaint()
                .ifPresent(none -> findings.add(Finding.of(
                        "kafka", "cluster", none, "Check that Kafka is up, and check kafka.bootstrapServers.")));
        for (PathFacts.IndexFacts index : facts.known()) {
            lag(facts, index).ifPresent(findings::add);
            letters(facts, index).ifPresent(findings::add);
            findings.add(divergence(facts, index.metadata().index()));
        }
        return findings;
    }

    private static Optional<Finding> lag(PathFacts facts, PathFacts.IndexFacts index) {
        String name = index.metadata().index();
        if (index.backlog().value().isEmpty()) {
            return index.backlog().complaint().map(none -> Finding.of(LAG, name, none, "Check that Kafka is up."));
        }
        Optional<TopicBacklog> known = index.backlog().value().get();
        return Optional.of(known.map(backlog -> lag(facts, index, backlog).with(figures(index, backlog)))
                .orElseGet(() -> Finding.unknown(
                        LAG,
                        name,
                        "its consumer group has no offsets in Kafka yet",
                        "Start hbase-search serve, or indexer.")));
    }

    private static Finding lag(PathFacts facts, PathFacts.IndexFacts index, TopicBacklog backlog) {
        String name = index.metadata().index();
        AlarmsConfig alarms = facts.configured().alarms();
        String message = backlog.unreadEvents() + " events are not indexed yet";
        if (backlog.isLost()) {
            return Finding.wrong(
                    LAG,
                    name,
                    ExitCode.INDEX_INCOMPATIBLE,
                    "Kafka has deleted events that it has not read",
                    "hbase-search index epoch " + name + " shows what is lost, and the command that repairs it");
        }
        Duration least = backlog.retention()
                .map(retention -> retention.dividedBy(2))
                .filter(half -> half.compareTo(alarms.kafkaHeadroom()) < 0)
                .orElse(alarms.kafkaHeadroom());
        if (backlog.unreadEvents() > 0
                && backlog.headroom().isPresent()
                && backlog.headroom().get().compareTo(least) < 0) {
            return Finding.wrong(
                    LAG,
                    name,
                    ExitCode.FAILED,
                    message + ", and in " + backlog.headroom().get().toMinutes()
                            + " min the topic's retention may delete the first of them",
                    keepMore(facts, index, "retention.ms=-1"));
        }
        if (backlog.isScarceOfBytes()) {
            return Finding.wrong(
                    LAG,
                    name,
                    ExitCode.FAILED,
                    message + ", and they fill more than half of the topic's retention.bytes",
                    keepMore(facts, index, "retention.bytes=-1"));
        }
        return Finding.ok(LAG, name, message);
    }

    private static String keepMore(PathFacts facts, PathFacts.IndexFacts index, String setting) {
        return "Check that an indexer runs and is healthy; meanwhile raise the topic's retention: kafka-configs.sh"
                + " --bootstrap-server " + facts.configured().bootstrapServers()
                + " --alter --entity-type topics --entity-name "
                + index.metadata().topic() + " --add-config " + setting;
    }

    private static Map<String, Object> figures(PathFacts.IndexFacts index, TopicBacklog backlog) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("topic", index.metadata().topic());
        figures.put("unread_events", backlog.unreadEvents());
        backlog.headroom().ifPresent(time -> figures.put("headroom_s", time.toSeconds()));
        backlog.headroomBytes().ifPresent(bytes -> figures.put("headroom_bytes", bytes));
        return figures;
    }

    private static Optional<Finding> letters(PathFacts facts, PathFacts.IndexFacts index) {
        String name = index.metadata().index();
        if (index.deadLetters().value().isEmpty()) {
            return index.deadLetters()
                    .complaint()
                    .map(none -> Finding.warning(
                            LETTERS,
                            name,
                            none.message(),
                            none.code() == ErrorCode.INDEX_NOT_FOUND
                                    ? again(facts, name)
                                    : none.hint().orElse("Check that Kafka is up.")));
        }
        long letters = index.deadLetters().value().get();
        Finding finding = letters == 0
                ? Finding.ok(LETTERS, name, "none")
                : Finding.warning(
                        LETTERS,
                        name,
                        letters + " or fewer, including rows that have been repaired since",
                        "hbase-search dead-letters list " + name + " --state open");
        return Optional.of(finding.with(Map.of("letters", letters)));
    }

    /**
     * Suggests how to create the topic: brokers create it on a write only if they are configured to, and with their own
     * settings.
     */
    private static String again(PathFacts facts, String index) {
        return "An indexer's next dead letter creates it, if brokers allow that (auto.create.topics.enable) and its"
                + " user may CREATE it; else the index stops there. Better: kafka-topics.sh --bootstrap-server "
                + facts.configured().bootstrapServers() + " --create --topic " + TopicName.deadLetters(index)
                + " --partitions 1 --config retention.ms=-1 --config max.message.bytes=16777216, with the replicas of"
                + " the table's topic";
    }

    /** Checks the scrub's last pass, as reported by the process that has scrubbed most recently. */
    private static Finding divergence(PathFacts facts, String index) {
        double last = 0;
        Optional<Double> differences = Optional.empty();
        boolean heldBack = false;
        for (ServiceFacts.State state : facts.states()) {
            double ended = state.metrics()
                    .value("hbase_search_scrub_last_pass_timestamp_seconds", "index", index)
                    .orElse(0.0);
            if (ended > last) {
                last = ended;
                differences = state.metrics().value("hbase_search_scrub_last_pass_differences", "index", index);
            }
            // Only a process that scrubs now reports this, also in its first pass.
            heldBack |= state.metrics()
                            .value("hbase_search_scrub_held_back", "index", index)
                            .orElse(0.0)
                    > 0;
        }
        if (heldBack) {
            return heldBack(index)
                    .with(differences
                            .<Map<String, Object>>map(found -> Map.of("differences", Math.round(found)))
                            .orElse(Map.of()));
        }
        if (differences.isEmpty()) {
            return Finding.unknown(
                    DIVERGENCE,
                    index,
                    "none of the processes that answered has finished a scrub of it yet",
                    "hbase-search verify " + index);
        }
        long found = Math.round(differences.get());
        Map<String, Object> figures = Map.of("differences", found, "scrubbed_at", Math.round(last));
        return divergence(index, found).with(figures);
    }

    private static Finding heldBack(String index) {
        return Finding.wrong(
                DIVERGENCE,
                index,
                ExitCode.DIFFERENCES_FOUND,
                "the scrub has found so many documents without a row that it does not re-read their rows",
                "Check with 'hbase-search doctor' that the table can be read; only if its rows were deleted on purpose:"
                        + " hbase-search verify " + index + " --repair");
    }

    private static Finding divergence(String index, long found) {
        String remedy = "hbase-search verify " + index + " shows which differ now, and --repair repairs them";
        return found == 0
                ? Finding.ok(DIVERGENCE, index, "none in the last pass of the scrub")
                : Finding.warning(
                        DIVERGENCE,
                        index,
                        found + " rows differed in the last pass of the scrub, which has requested a re-read of them",
                        remedy);
    }
}
