/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.kafka.GroupProgress;
import io.hbasesearch.indexer.kafka.KafkaClients;
import io.hbasesearch.indexer.kafka.KafkaReindexLog;
import io.hbasesearch.indexer.kafka.LogCheck;
import io.hbasesearch.indexer.kafka.TopicIdentity;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import io.hbasesearch.indexer.reindex.TimedRetry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whether a generation, its positions and its topic still belong together, as an indexer asks when it starts: for commands that
 * are about to build on one. Keeps nothing open. Borrows the backend.
 */
final class LossCheck {
    /** What says that something is lost; a missing right, say, does not. */
    private static final Set<ErrorCode> LOSSES =
            Set.of(ErrorCode.INDEX_INCOMPATIBLE, ErrorCode.OFFSETS_LOST, ErrorCode.TOPIC_NOT_FOUND);

    /** What a reindex bears with at each of its steps. */
    private static final Duration OUTAGE = Duration.ofMinutes(10);

    private final IndexBackend backend;
    private final KafkaConfig config;

    LossCheck(IndexBackend backend, KafkaConfig config) {
        this.backend = backend;
        this.config = config;
    }

    static boolean isLoss(HBaseSearchException failure) {
        return LOSSES.contains(failure.code());
    }

    /**
     * @return the history that the generation was found to have kept; asked for first, so that it is the former one if it is put
     *     back at any moment from now on
     * @throws HBaseSearchException one that {@link #isLoss is a loss} if it has lost something
     */
    Optional<String> check(IndexMetadata generation) {
        Optional<String> history = backend.admin().history(generation);
        try (TopicIdentity topic =
                        new TopicIdentity(new KafkaClients(config), generation, history.isPresent(), history);
                GroupProgress group = new GroupProgress(config, generation)) {
            topic.check(partitions(generation));
            // Only a shared index has a history, as only an embedded one keeps its positions.
            new LogCheck(config).check(generation, positions(generation, group), history.isEmpty());
        }
        return history;
    }

    /**
     * As {@link #check}, but bears with what passes: a run that a killed process has left is taken up while servers start, too.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    void await(IndexMetadata generation) throws InterruptedException {
        try {
            new TimedRetry(new StopSignal(), OUTAGE)
                    .call("looking whether " + generation.physicalName() + " is whole", () -> check(generation));
        } catch (StoppedException e) {
            // It is fired by nobody.
            throw (InterruptedException) new InterruptedException(e.getMessage()).initCause(e);
        }
    }

    /**
     * As {@link #check}, and whether the topic still has the markers that runs appended before they wrote into the generation. The index
     * never notices that these are lost: it refuses what is announced in their place, as its rows have later versions.
     */
    Optional<String> checkWithMarkers(IndexMetadata generation) {
        Optional<String> history = check(generation);
        try (KafkaReindexLog log = new KafkaReindexLog(config, generation)) {
            log.read(Duration.ZERO)
                    .run()
                    .map(run -> run.progress().marks().of(generation.uuid()))
                    .ifPresent(marked -> new LogCheck(config).requireMarkers(generation, marked));
        }
        return history;
    }

    /** Where an embedded index stands it says itself: the group's offsets are for display, and no proof. */
    Map<Integer, Position> positions(IndexMetadata generation, GroupProgress group) {
        return backend.admin().positions(generation).orElseGet(group::positions);
    }

    private static Set<Integer> partitions(IndexMetadata generation) {
        return IntStream.range(0, generation.partitions()).boxed().collect(Collectors.toCollection(TreeSet::new));
    }
}
