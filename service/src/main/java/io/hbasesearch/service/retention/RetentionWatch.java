/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service.retention;

import io.hbasesearch.core.concurrent.BackgroundTask;
import io.hbasesearch.core.config.AlarmsConfig;
import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.WatchHealth;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBasePeers;
import io.hbasesearch.hbase.RegionServers;
import io.hbasesearch.indexer.kafka.TopicBacklogs;
import io.hbasesearch.indexer.kafka.Topics;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periodically measures the backlog before the indexes of this process: edits in HBase's WALs, events in Kafka. Both are kept
 * until they are read only as long as disks and retention allow, so the watch exports the figures and warns in time.
 *
 * <p>Its findings are warnings. A failed measurement is logged, and fails the health once none has succeeded for some minutes,
 * because no warnings would be raised meanwhile. Owns its thread and its Kafka client; borrows the rest.
 */
public final class RetentionWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RetentionWatch.class);

    private final AlarmsConfig config;
    private final IndexBackend backend;
    private volatile List<IndexDefinition> definitions;
    private final Topics kafka;
    private final TopicBacklogs topics;
    private final Alarms alarms;
    private final PeerWatch peerWatch;
    private final TopicWatch topicWatch;
    private final Look ofPeers;
    private final Look ofTopics;
    private final BackgroundTask task;
    /**
     * Last known tables with an index: an index that does not answer still exists. Until the first answer all defined tables,
     * so that there may be an unnecessary alarm, but none is missing. Belongs to the watching thread.
     */
    private Set<TableId> indexed;

    /** Does no I/O. */
    public RetentionWatch(
            ServiceConfig service,
            HBaseConnections hbase,
            IndexBackend backend,
            Collection<IndexDefinition> definitions,
            Metrics metrics) {
        Clock clock = Clock.systemUTC();
        this.config = service.operations().alarms();
        this.backend = Objects.requireNonNull(backend, "backend");
        this.definitions = List.copyOf(definitions);
        this.indexed =
                this.definitions.stream().map(IndexDefinition::table).collect(Collectors.toCollection(TreeSet::new));
        this.kafka = new Topics(service.kafka());
        this.topics = new TopicBacklogs(service.kafka(), clock);
        this.alarms = new Alarms(metrics, clock);
        this.peerWatch = new PeerWatch(
                new HBasePeers(hbase),
                this::topicExists,
                new RegionServers(hbase)::list,
                config,
                alarms,
                metrics,
                clock);
        this.topicWatch =
                new TopicWatch(topics, config, alarms, metrics, service.index().backend() == BackendConfig.Kind.LUCENE);
        this.ofPeers = new Look("peers", config, metrics, clock);
        this.ofTopics = new Look("topics", config, metrics, clock);
        this.task = new BackgroundTask("hbase-search-retention-watch", config.interval(), this::look);
    }

    public void start() {
        task.start();
    }

    /** Watches these definitions from the next measurement on. */
    public void redefine(Collection<IndexDefinition> changed) {
        definitions = List.copyOf(changed);
    }

    /** Returns healthy, possibly with a warning; failed if it cannot measure any more, and so would not warn. */
    public CheckResult check() {
        return ofTopics.health.check().and(ofPeers.health.check()).and(alarms.check());
    }

    private void look() {
        ofTopics.at(() -> {
            List<IndexGeneration> generations = generations();
            indexed = generations.stream()
                    .map(generation -> generation.metadata().table())
                    .collect(Collectors.toCollection(TreeSet::new));
            topicWatch.look(generations);
        });
        ofPeers.at(() -> peerWatch.look(indexed));
    }

    /** Returns whether a topic exists; true if this user may not see it. */
    private boolean topicExists(String name) {
        try {
            return kafka.find(name).isPresent();
        } catch (HBaseSearchException e) {
            if (e.code() != ErrorCode.ACCESS_DENIED) {
                throw e;
            }
            return true;
        }
    }

    /**
     * Returns every generation: each reads the topic with its own group, and a kept one may stall while the live one does not.
     */
    private List<IndexGeneration> generations() {
        return definitions.stream()
                .flatMap(definition -> backend.generations().list(definition.name()).stream())
                .toList();
    }

    @Override
    public void close() {
        task.interrupt();
        task.close();
        topics.close();
        kafka.close();
    }

    /** One of the two measurements. For the watching thread, except its gauge. */
    private static final class Look {
        private final String what;
        private final Clock clock;
        private final AtomicLong lastMillis = new AtomicLong();
        private final WatchHealth health;
        private boolean failed;

        Look(String what, AlarmsConfig config, Metrics metrics, Clock clock) {
            this.what = what;
            this.clock = clock;
            this.health = new WatchHealth("the watch of the backlog of " + what, config.interval());
            metrics.gauge(
                    "hbase_search_retention_watch_timestamp_seconds",
                    "Unix time of the last successful check; 0 before the first one",
                    lastMillis,
                    millis -> millis.get() / 1e3,
                    "of",
                    what);
        }

        /** Runs a measurement. Never throws, so that the other one runs too. */
        void at(Runnable look) {
            try {
                look.run();
                lastMillis.set(clock.millis());
                health.succeeded();
                if (failed) {
                    LOG.info("the backlog of {} is watched again", what);
                }
                failed = false;
            } catch (HBaseSearchException e) {
                failed(e.getMessage() + e.hint().map(hint -> " " + hint).orElse(""), e);
            } catch (RuntimeException | Error e) {
                failed("unexpected " + e, e);
            }
        }

        private void failed(String message, Throwable e) {
            health.failed(e);
            if (failed) {
                LOG.debug("the backlog of {} is not watched: {}", what, message, e);
            } else {
                LOG.warn("the backlog of {} is not watched, and no alarm is raised for it: {}", what, message);
            }
            failed = true;
        }
    }
}
