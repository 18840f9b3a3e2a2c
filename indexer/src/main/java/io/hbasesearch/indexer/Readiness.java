/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.IndexTopics;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a generation has the positions to be fed from, which its creation ends with. For one thread. */
final class Readiness {
    private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);
    private static final Duration CREATION_TIME = Duration.ofMinutes(1);
    private static final Duration LEFT_BEHIND_INTERVAL = Duration.ofSeconds(15);

    private final IndexDefinition definition;
    private final WorkerContext context;
    private long nextLookNanos = System.nanoTime();

    Readiness(IndexDefinition definition, WorkerContext context) {
        this.definition = definition;
        this.context = context;
    }

    /**
     * One that is being built and was never finished is not ready for ever: whoever builds the next removes it. Of others only those
     * that are new are not ready: one that has lost its offsets says so when it is opened.
     */
    boolean isReady(IndexGeneration found) {
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

    /** One that was left behind is looked at less often. */
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
