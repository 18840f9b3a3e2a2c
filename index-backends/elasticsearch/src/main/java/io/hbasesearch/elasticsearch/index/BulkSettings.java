/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch._types.Time;
import co.elastic.clients.elasticsearch.indices.IndexSettings;
import co.elastic.clients.elasticsearch.indices.IndexState;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.index.GenerationMeta.Restore;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disables refresh and replicas while an index without readers is filled. The previous settings are recorded in the index's own
 * {@code _meta} first and removed from it last, so that any process can restore them after a crash. Safe for use by several
 * threads.
 */
final class BulkSettings {
    private static final Logger log = LoggerFactory.getLogger(BulkSettings.class);
    private static final Restore LOWERED = new Restore("-1", "0");

    private final ElasticsearchConnection connection;
    private final ElasticsearchConfig config;
    private final ElasticsearchFailures failures;
    private final PhysicalIndexes indexes;
    private final GenerationMeta meta;

    BulkSettings(
            ElasticsearchConnection connection,
            ElasticsearchConfig config,
            ElasticsearchFailures failures,
            PhysicalIndexes indexes,
            GenerationMeta meta) {
        this.connection = connection;
        this.config = config;
        this.failures = failures;
        this.indexes = indexes;
        this.meta = meta;
    }

    void lower(IndexMetadata generation) {
        IndexState found = indexes.require(generation);
        // The record of an earlier call stays: its settings are already lowered.
        if (GenerationMeta.restore(found).isEmpty()) {
            meta.noteRestore(generation, current(found));
        }
        put(generation, LOWERED);
    }

    private Restore current(IndexState found) {
        Optional<IndexSettings> settings =
                Optional.ofNullable(found.settings()).map(all -> all.index() == null ? all : all.index());
        return new Restore(
                settings.map(IndexSettings::refreshInterval)
                        .map(Time::time)
                        .orElseGet(() -> config.newIndex().refreshInterval().toMillis() + "ms"),
                settings.map(IndexSettings::numberOfReplicas)
                        .orElseGet(() -> String.valueOf(config.newIndex().replicas())));
    }

    void restore(IndexMetadata generation) {
        GenerationMeta.restore(indexes.require(generation)).ifPresent(before -> {
            put(generation, before);
            meta.forgetRestore(generation);
            log.info(
                    "restored the settings of {}: refresh_interval {}, number_of_replicas {}",
                    generation.physicalName(),
                    before.refreshInterval(),
                    before.replicas());
        });
    }

    private void put(IndexMetadata generation, Restore settings) {
        try {
            connection.client().indices().putSettings(p -> p.index(generation.physicalName())
                    .settings(s -> s.refreshInterval(t -> t.time(settings.refreshInterval()))
                            .numberOfReplicas(settings.replicas())));
        } catch (IOException | RuntimeException e) {
            throw failures.of("change the settings of the index " + generation.physicalName(), e);
        }
    }
}
