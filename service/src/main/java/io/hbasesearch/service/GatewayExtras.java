/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.gateway.GatewayCapabilities;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBasePathReader;
import io.hbasesearch.hbase.HBasePeers;
import io.hbasesearch.hbase.HBaseRowHistory;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import io.hbasesearch.indexer.kafka.UnindexedEvents;
import io.hbasesearch.lucene.search.LuceneQueryMatcher;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Provides a gateway's capabilities beyond searches and rows, the same in every process with a gateway. */
final class GatewayExtras {
    private final GatewayCapabilities ports;
    private final FreshnessWatch freshness;

    private GatewayExtras(GatewayCapabilities ports, FreshnessWatch freshness) {
        this.ports = ports;
        this.freshness = freshness;
    }

    /**
     * Does no I/O. {@code lifecycle} closes what it opens.
     *
     * @param awaited why an unlisted index may exist nevertheless, by its name
     */
    static GatewayExtras of(
            ServiceConfig config,
            HBaseConnections hbase,
            SearchableIndexes indexes,
            Function<String, Optional<String>> awaited,
            Lifecycle lifecycle) {
        Supplier<Collection<IndexMetadata>> current =
                () -> List.copyOf(indexes.current().values()).stream()
                        .map(SearchableIndex::metadata)
                        .toList();
        KafkaTouches touches = lifecycle.add("touches", new KafkaTouches(config.kafka()));
        UnindexedEvents events =
                lifecycle.add("unindexed events", new UnindexedEvents(config.kafka(), Clock.systemUTC()));
        FreshnessWatch freshness = lifecycle.add(
                "freshness watch",
                new FreshnessWatch(
                        current,
                        events::coveredUntil,
                        index -> refreshInterval(indexes, index),
                        FreshnessWatch.asking(new HBasePeers(hbase)),
                        Clock.systemUTC()));
        HBasePathReader paths = lifecycle.add(
                "path reader",
                new HBasePathReader(
                        hbase, HBasePathReader.DEFAULT_THREADS, config.indexer().maxRowBytes()));
        return new GatewayExtras(
                GatewayCapabilities.none()
                        .withTouches(touches)
                        .withPaths(paths)
                        // Both backends' analyzers are Lucene's.
                        .withMatcher(new LuceneQueryMatcher())
                        .withHistory(new HBaseRowHistory(hbase, config.indexer().maxRowBytes()))
                        .withFreshness(freshness)
                        .withAwaited(awaited),
                freshness);
    }

    /** Returns the refresh interval of the gateway's searcher; empty if there is no such searcher any more. */
    private static Optional<Duration> refreshInterval(SearchableIndexes indexes, IndexMetadata index) {
        return List.copyOf(indexes.current().values()).stream()
                .filter(each -> each.metadata().uuid().equals(index.uuid()))
                .findFirst()
                .flatMap(each -> each.searcher().refreshInterval());
    }

    FreshnessWatch freshness() {
        return freshness;
    }

    GatewayCapabilities ports() {
        return ports;
    }

    /** Starts once the indexes are known. */
    void start() {
        freshness.start();
    }
}
