/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.IndexTopics;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks whether a generation has its start positions, the last step of its creation. For one thread. */
public final class Readiness {
    private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);
    private static final Duration CREATION_TIME = Duration.ofMinutes(1);
    private static final Duration LEFT_BEHIND_INTERVAL = Duration.ofSeconds(15);

    private final IndexDefinition definition;
    private final WorkerContext context;
    private long nextLookNanos = System.nanoTime();

    public Readiness(IndexDefinition definition, WorkerContext context) {
        this.definition = definition;
        this.context = context;
    }

    /**
     * Returns whether a generation can be fed. One whose creation was never finished is never ready: the next build removes it. Of
     * others only new ones can be unready: one that has lost its offsets reports that when it is opened.
     */
    public boolean isReady(IndexGeneration found) {
        IndexMetadata metadata = found.metadata();
        Duration age = Duration.between(metadata.createdAt(), context.clock().instant());
        boolean isNew = age.compareTo(CREATION_TIME) <= 0;
        if (found.state() == State.BUILDING) {
            return isDue(isNew) && isBegun(metadata);
        }
        return !isNew || hasOffsets(metadata);
    }

    private boolean hasOffsets(IndexMetadata metadata) {
        try (IndexTopics kafka = new IndexTopics(context.config().kafka())) {
            return kafka.hasOffsets(metadata);
        }
    }

    /** Returns whether to check again; an unfinished generation is checked less often. */
    private boolean isDue(boolean isNew) {
        if (!isNew && System.nanoTime() - nextLookNanos < 0) {
            return false;
        }
        nextLookNanos = System.nanoTime() + LEFT_BEHIND_INTERVAL.toNanos();
        return true;
    }

    private boolean isBegun(IndexMetadata metadata) {
        try (IndexLifecycle lifecycle =
                new IndexLifecycle(context.backend(), context.config().kafka())) {
            return lifecycle.isBegun(metadata.definitionOr(definition), metadata);
        } catch (HBaseSearchException e) {
            // The live generation must not wait for it.
            LOG.debug("index {}: cannot tell whether it was begun: {}", metadata.physicalName(), e.getMessage());
            return false;
        }
    }
}
