/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.GroupProgress;
import io.hbasesearch.indexer.kafka.KafkaClients;
import io.hbasesearch.indexer.kafka.KafkaDeadLetters;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import io.hbasesearch.indexer.kafka.LogCheck;
import io.hbasesearch.indexer.kafka.TopicIdentity;
import io.hbasesearch.indexer.pipeline.MappedTable;
import io.hbasesearch.indexer.rebuild.BuildSite;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.ReindexContext;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One generation of an index, opened with everything that a backfill needs. Owns what it opened. */
public final class OpenGeneration implements BuildSite.Opened {
    private static final int STUB_RETENTION_PARTS = 4;

    private final Deque<Runnable> opened = new ArrayDeque<>();
    private final DocumentWriter writer;
    private final ReindexContext context;

    /**
     * The collaborators of a process that opens generations; all of them are borrowed.
     *
     * @param fedHere whether this process feeds a generation at present, as the owner of an embedded index, which Kafka's groups do
     *     not show
     */
    public record Access(
            ServiceConfig config, IndexBackend backend, RowReader rows, Clock clock, Predicate<IndexMetadata> fedHere) {
        public Access {
            Objects.requireNonNull(config, "config");
            Objects.requireNonNull(backend, "backend");
            Objects.requireNonNull(rows, "rows");
            Objects.requireNonNull(clock, "clock");
            Objects.requireNonNull(fedHere, "fedHere");
        }

        /** Creates the access of a process that feeds no generation. */
        public static Access of(ServiceConfig config, IndexBackend backend, RowReader rows) {
            return new Access(config, backend, rows, Clock.systemUTC(), generation -> false);
        }
    }

    /** @param wholeCheck as {@link ReindexContext} has it */
    public OpenGeneration(Access access, IndexDefinition definition, IndexMetadata metadata, Runnable wholeCheck) {
        ServiceConfig config = access.config();
        IndexBackend backend = access.backend();
        KafkaClients kafka = new KafkaClients(config.kafka());
        try {
            writer = backend.openWriter(definition, metadata, maxReadAge(config));
            opened.push(writer::close);
            DocumentSearcher searcher = backend.openSearcher(definition, metadata);
            opened.push(searcher::close);
            KafkaDeadLetters deadLetters = new KafkaDeadLetters(kafka, definition.name());
            opened.push(deadLetters::close);
            KafkaTouches touches = new KafkaTouches(config.kafka());
            opened.push(touches::close);
            TopicIdentity topic = new TopicIdentity(kafka, metadata);
            opened.push(topic::close);
            GroupProgress group = new GroupProgress(config.kafka(), metadata);
            opened.push(group::close);
            LogCheck log = new LogCheck(config.kafka());
            Identity identity = new Identity(
                    topic, backend, metadata, config.indexer().timings().identityInterval());
            context = new ReindexContext(
                    definition,
                    metadata,
                    new MappedTable(access.rows(), config.hbase().timeout(), new RowMapper(definition)::outcome),
                    new ReindexContext.Target(writer, searcher, deadLetters),
                    new ReindexContext.Topic(
                            () -> {
                                identity.check();
                                return new Markers(
                                        metadata.epoch(),
                                        touches.mark(metadata),
                                        access.clock().millis());
                            },
                            marked -> log.requireMarkers(metadata, marked),
                            keys -> touches.touch(metadata, keys),
                            () -> new IndexOffsets(group.acknowledged(), group.ends()),
                            () -> access.fedHere().test(metadata) || group.hasMembers()),
                    wholeCheck,
                    access.clock());
        } catch (RuntimeException e) {
            closeOpened(e);
            throw e;
        }
    }

    /** Returns the maximum age of a read: older reads are not written. */
    public static Duration maxReadAge(ServiceConfig config) {
        return config.indexer().stubRetention().dividedBy(STUB_RETENTION_PARTS);
    }

    @Override
    public ReindexContext context() {
        return context;
    }

    @Override
    public void close(boolean whole) {
        // With the flag set, clients would not close.
        boolean interrupted = Thread.interrupted();
        try {
            if (!whole) {
                writer.close(Duration.ZERO);
            }
            closeOpened(null);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void closeOpened(@Nullable RuntimeException failure) {
        RuntimeException first = failure;
        while (!opened.isEmpty()) {
            try {
                opened.pop().run();
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (failure == null && first != null) {
            throw first;
        }
    }

    /** Checks at intervals that topic and generation are unchanged. Safe for use by several threads. */
    private static final class Identity {
        private final TopicIdentity topic;
        private final IndexBackend backend;
        private final IndexMetadata metadata;
        private final Duration interval;
        private boolean checked;
        private long checkedNanos;

        Identity(TopicIdentity topic, IndexBackend backend, IndexMetadata metadata, Duration interval) {
            this.topic = topic;
            this.backend = backend;
            this.metadata = metadata;
            this.interval = interval;
        }

        synchronized void check() {
            if (checked && System.nanoTime() - checkedNanos < interval.toNanos()) {
                return;
            }
            topic.check(Set.of());
            boolean there = backend.generations().list(metadata.index()).stream()
                    .anyMatch(now -> now.metadata().uuid().equals(metadata.uuid()));
            if (!there) {
                throw new HBaseSearchException(
                        ErrorCode.INDEX_INCOMPATIBLE,
                        "index " + metadata.index() + " (" + metadata.uuid() + ") was deleted",
                        "If it was created again: hbase-search reindex " + metadata.index(),
                        null);
            }
            checked = true;
            checkedNanos = System.nanoTime();
        }
    }
}
