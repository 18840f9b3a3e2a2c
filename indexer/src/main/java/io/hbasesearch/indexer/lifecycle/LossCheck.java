/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.lifecycle;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
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
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Checks whether a generation, its positions and its topic still belong together, as an indexer does at its start: for commands
 * that are about to build on one. Keeps nothing open. Borrows the backend.
 */
public final class LossCheck {
    /** The codes that indicate a loss; a missing permission, for example, does not. */
    private static final Set<ErrorCode> LOSSES =
            Set.of(ErrorCode.INDEX_INCOMPATIBLE, ErrorCode.OFFSETS_LOST, ErrorCode.TOPIC_NOT_FOUND);

    /** The outage that a reindex tolerates at each of its steps. */
    private static final Duration OUTAGE = Duration.ofMinutes(10);

    private final IndexBackend backend;
    private final KafkaConfig config;

    public LossCheck(IndexBackend backend, KafkaConfig config) {
        this.backend = backend;
        this.config = config;
    }

    public static boolean isLoss(HBaseSearchException failure) {
        return LOSSES.contains(failure.code());
    }

    /**
     * @return the history of the generation, read first, so that it is outdated if the index is restored at any moment from now on
     * @throws HBaseSearchException one that {@link #isLoss is a loss} if it has lost something
     */
    public Optional<String> check(IndexMetadata generation) {
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
     * Does the same as {@link #check}, but retries transient failures: the run of a killed process is also continued while servers
     * start.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public void await(IndexMetadata generation) throws InterruptedException {
        try {
            RetryPolicy.within(OUTAGE, new StopSignal())
                    .call("checking that " + generation.physicalName() + " is intact", () -> check(generation));
        } catch (StoppedException e) {
            // This signal is never fired.
            throw (InterruptedException) new InterruptedException(e.getMessage()).initCause(e);
        }
    }

    /**
     * Does the same as {@link #check}, and checks that the topic still has the markers that runs appended before they wrote to the
     * generation. The index never notices their loss: it rejects what is announced in their place, as its rows have later versions.
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

    /** Returns the positions. An embedded index stores its own: the group's offsets are for display, and prove nothing. */
    Map<Integer, Position> positions(IndexMetadata generation, GroupProgress group) {
        return backend.admin().positions(generation).orElseGet(group::positions);
    }

    private static Set<Integer> partitions(IndexMetadata generation) {
        return IntStream.range(0, generation.partitions()).boxed().collect(Collectors.toCollection(TreeSet::new));
    }
}
