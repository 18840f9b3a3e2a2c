/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.hosting;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.indexer.kafka.GroupProgress;
import io.hbasesearch.indexer.kafka.LogCheck;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import io.hbasesearch.indexer.lifecycle.LossCheck;
import io.hbasesearch.indexer.rebuild.BuildSite;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.worker.OpenGeneration;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** The generations of one index, with their groups in Kafka. For one thread. Borrows backend and reader; owns its Kafka clients. */
public final class GenerationSite implements BuildSite, AutoCloseable {
    private final OpenGeneration.Access access;
    private final ServiceConfig config;
    private final IndexBackend backend;
    private final IndexDefinition definition;
    private final IndexLifecycle lifecycle;
    private final Map<UUID, GroupProgress> groups = new HashMap<>();

    /** @param definition that a new generation is built with */
    public GenerationSite(OpenGeneration.Access access, IndexDefinition definition) {
        this.access = access;
        this.config = access.config();
        this.backend = access.backend();
        this.definition = definition;
        this.lifecycle = new IndexLifecycle(backend, config.kafka());
    }

    @Override
    public String index() {
        return definition.name();
    }

    @Override
    public IndexGenerations generations() {
        return backend.generations();
    }

    @Override
    public IndexMetadata begin() {
        return lifecycle.begin(definition);
    }

    @Override
    public void drop(IndexMetadata generation) {
        lifecycle.drop(generation);
    }

    @Override
    public Duration unsettled(IndexMetadata generation) {
        return ReplicationGracePeriod.left(generation, access.clock());
    }

    @Override
    public IndexOffsets offsets(IndexMetadata generation) {
        GroupProgress group = group(generation);
        return new IndexOffsets(group.acknowledged(), group.ends());
    }

    private GroupProgress group(IndexMetadata generation) {
        return groups.computeIfAbsent(generation.uuid(), uuid -> new GroupProgress(config.kafka(), generation));
    }

    @Override
    public boolean isAttended(IndexMetadata generation) {
        return access.fedHere().test(generation) || group(generation).hasMembers();
    }

    @Override
    public void requireWhole(IndexMetadata generation) {
        orGiveUp(generation, () -> new LossCheck(backend, config.kafka()).check(generation));
    }

    @Override
    public void requireMarkers(IndexMetadata generation, MarkerPositions marked) {
        orGiveUp(generation, () -> new LogCheck(config.kafka()).requireMarkers(generation, marked));
    }

    private void orGiveUp(IndexMetadata generation, Runnable check) {
        try {
            check.run();
        } catch (HBaseSearchException e) {
            if (!LossCheck.isLoss(e)) {
                throw e;
            }
            boolean kept = generations().list(index()).stream()
                    .filter(each -> each.state() == IndexGeneration.State.OLD)
                    .anyMatch(each -> each.metadata().uuid().equals(generation.uuid()));
            throw lost(generation, kept, e);
        }
    }

    /**
     * Creates the failure of a generation that has lost something. Its remedy differs from that of the live one, which is intact;
     * unless the topic, which they share, is lost.
     *
     * @param kept for a rollback; otherwise it is being built
     */
    static HBaseSearchException lost(IndexMetadata generation, boolean kept, HBaseSearchException why) {
        return new HBaseSearchException(
                why.code(),
                generation.physicalName() + ", which readers do not see, has lost something: " + why.getMessage(),
                why.hint()
                        .filter(hint -> !Remedies.replacesIndex(hint))
                        .orElseGet(() -> giveUp(generation.index(), kept)),
                why);
    }

    private static String giveUp(String index, boolean kept) {
        return kept ? Remedies.endAndGiveUpKept(index) : Remedies.giveUpBuilding(index);
    }

    @Override
    public Opened open(IndexMetadata generation) {
        return new OpenGeneration(access, definition, generation, () -> requireWhole(generation));
    }

    @Override
    public void close() {
        // With the flag set, clients would not close.
        boolean interrupted = Thread.interrupted();
        groups.values().forEach(GroupProgress::close);
        lifecycle.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
