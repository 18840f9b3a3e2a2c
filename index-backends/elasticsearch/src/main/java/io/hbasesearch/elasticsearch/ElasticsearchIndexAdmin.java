/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import co.elastic.clients.elasticsearch._types.ExpandWildcard;
import co.elastic.clients.elasticsearch._types.Time;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.indices.GetIndexResponse;
import co.elastic.clients.elasticsearch.indices.IndexState;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.core.spi.Position;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Physical indexes, their aliases and the template that guards them. Safe for use by several threads. */
final class ElasticsearchIndexAdmin implements IndexAdmin {
    private static final Logger log = LoggerFactory.getLogger(ElasticsearchIndexAdmin.class);
    // Above whatever a site has for its own indexes: of several templates that match, the one of highest priority
    // counts.
    private static final long TEMPLATE_PRIORITY = 1_000_000;

    private final ElasticsearchConnection connection;
    private final ElasticsearchConfig config;
    private final ElasticsearchFailures failures;
    private final AnalyzerChoice analyzers;
    private final ShardHistories histories;
    private final InstantSource clock;

    /** Those that were warned of: a list is asked for every few seconds. */
    private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

    ElasticsearchIndexAdmin(ElasticsearchConnection connection, ElasticsearchConfig config, InstantSource clock) {
        this.connection = connection;
        this.config = config;
        this.failures = new ElasticsearchFailures(connection.urls());
        this.analyzers = new AnalyzerChoice(connection, failures);
        this.histories = new ShardHistories(connection);
        this.clock = clock;
    }

    @Override
    public List<IndexMetadata> list() {
        return physicalIndexes(IndexNames.EVERY_PHYSICAL_INDEX).entrySet().stream()
                .flatMap(entry ->
                        undamaged(entry)
                                .filter(found -> entry.getValue().aliases().containsKey(found.index()))
                                .stream())
                .sorted(Comparator.comparing(IndexMetadata::index))
                .toList();
    }

    @Override
    public Optional<IndexMetadata> find(String index) {
        if (!IndexNames.isIndex(index)) {
            return Optional.empty();
        }
        Map<String, IndexState> behind = physicalIndexes(index);
        if (behind.isEmpty()) {
            return Optional.empty();
        }
        if (behind.size() > 1) {
            throw incompatible("the alias " + index + " stands for several indexes: " + behind.keySet());
        }
        Map.Entry<String, IndexState> only = behind.entrySet().iterator().next();
        return Optional.of(metadata(only)
                .filter(found -> found.index().equals(index))
                .orElseThrow(() -> incompatible(
                        index + " stands for the index " + only.getKey() + ", which hbase-search did not create")));
    }

    private static HBaseSearchException incompatible(String message) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                message,
                "Look at it with GET _alias, and remove what is wrong or choose another name.",
                null);
    }

    @Override
    public IndexMetadata create(IndexDefinition definition, IndexSource source) {
        if (find(definition.name()).isPresent()) {
            throw alreadyExists(definition.name());
        }
        IndexMetadata metadata = metadata(definition, source, chooseAnalyzers(definition));
        try {
            forbidAutomaticCreation();
            createPhysicalIndex(definition, metadata);
        } catch (IOException | RuntimeException e) {
            throw failures.of("create the index " + definition.name(), e);
        }
        requireOnlyOne(metadata);
        log.info("created the index {} as {}", metadata.index(), metadata.physicalName());
        return metadata;
    }

    private IndexMetadata metadata(IndexDefinition definition, IndexSource source, Map<String, String> analyzers) {
        UUID uuid = UUID.randomUUID();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new IndexMetadata(
                definition.name(),
                IndexNames.physical(definition.name(), uuid),
                uuid,
                definition.table(),
                source.topic(),
                source.topicId(),
                source.partitions(),
                source.epoch(),
                definition.hash(),
                now,
                source.complete(),
                analyzers);
    }

    /**
     * Elasticsearch creates an index on the first write to it, unless the template that matches forbids it. The template stays
     * when an index is deleted, as a writer may still be running then.
     */
    private void forbidAutomaticCreation() throws IOException {
        connection.client().indices().putIndexTemplate(template -> template.name(IndexNames.TEMPLATE)
                .indexPatterns(IndexNames.EVERY_PHYSICAL_INDEX)
                .priority(TEMPLATE_PRIORITY)
                .allowAutoCreate(false));
    }

    private void createPhysicalIndex(IndexDefinition definition, IndexMetadata metadata) throws IOException {
        Time refresh = Time.of(t -> t.time(config.refreshInterval().toMillis() + "ms"));
        connection.client().indices().create(request -> request.index(metadata.physicalName())
                .settings(s -> s.numberOfShards(String.valueOf(config.shards()))
                        .numberOfReplicas(String.valueOf(config.replicas()))
                        .refreshInterval(refresh))
                .mappings(IndexMapping.of(definition, metadata))
                .aliases(metadata.index(), alias -> alias.filter(IndexMapping.withoutStubs())));
    }

    /** Makes room for what an index of an older version lacks: it refuses fields that it does not know. */
    void addFields(IndexMetadata metadata) {
        String name = metadata.physicalName();
        IndexState found = physicalIndexes(name).get(name);
        boolean known = found == null
                || found.mappings() == null
                || found.mappings()
                        .properties()
                        .keySet()
                        .containsAll(IndexMapping.added().keySet());
        if (!known) {
            try {
                connection.client().indices().putMapping(m -> m.index(name).properties(IndexMapping.added()));
            } catch (IOException | RuntimeException e) {
                throw failures.of("add fields to the index " + name, e);
            }
        }
    }

    @Override
    public void markComplete(String index) {
        IndexMetadata complete = require(index).completed();
        try {
            connection.client().indices().putMapping(m -> m.index(complete.physicalName())
                    .meta(MetadataJson.META_KEY, MetadataJson.write(complete)));
        } catch (IOException | RuntimeException e) {
            throw failures.of("mark the index " + index + " as complete", e);
        }
    }

    // Two processes may have created the index at once. Whoever came second sees both, and takes its own away.
    private void requireOnlyOne(IndexMetadata metadata) {
        if (physicalIndexes(metadata.index()).size() > 1) {
            deletePhysicalIndex(metadata.physicalName());
            throw alreadyExists(metadata.index());
        }
    }

    private static HBaseSearchException alreadyExists(String index) {
        return new HBaseSearchException(
                ErrorCode.ALREADY_EXISTS,
                "there is an index " + index + " already",
                "Delete it first with: hbase-search index delete " + index,
                null);
    }

    @Override
    public IndexMetadata move(IndexMetadata index, IndexSource source, Map<Integer, Position> positions) {
        if (!require(index.index()).physicalName().equals(index.physicalName())) {
            throw absent(index.physicalName());
        }
        IndexMetadata moved = index.movedTo(source);
        try {
            connection.client().indices().putMapping(m -> m.index(index.physicalName())
                    .meta(Map.of(MetadataJson.META_KEY, MetadataJson.write(moved))));
        } catch (IOException | RuntimeException e) {
            throw failures.of("move the index " + index.index() + " to topic " + source.topic(), e);
        }
        return moved;
    }

    @Override
    public boolean delete(String index) {
        if (!IndexNames.isIndex(index)) {
            return false;
        }
        // Not by the alias: an index that lost its alias half way through something belongs to it too.
        List<String> physical = physicalIndexes(IndexNames.PREFIX + index + "-*").entrySet().stream()
                .filter(entry -> metadata(entry)
                        .filter(found -> found.index().equals(index))
                        .isPresent())
                .map(Map.Entry::getKey)
                .toList();
        physical.forEach(this::deletePhysicalIndex);
        return !physical.isEmpty();
    }

    private void deletePhysicalIndex(String physicalName) {
        try {
            connection.client().indices().delete(d -> d.index(physicalName).ignoreUnavailable(true));
            log.info("deleted the index {}", physicalName);
        } catch (IOException | RuntimeException e) {
            throw failures.of("delete the index " + physicalName, e);
        }
    }

    @Override
    public IndexStatistics statistics(String index) {
        String physicalName = require(index).physicalName();
        try {
            SearchResponse<Void> counts = connection
                    .client()
                    .search(
                            s -> s.index(physicalName)
                                    .size(0)
                                    .trackTotalHits(t -> t.enabled(true))
                                    .aggregations("deleted", a -> a.filter(IndexMapping.isTrue(StoredFields.DELETED)))
                                    .aggregations("failed", a -> a.filter(IndexMapping.isTrue(StoredFields.FAILED))),
                            Void.class);
            long deleted = counts.aggregations().get("deleted").filter().docCount();
            long failed = counts.aggregations().get("failed").filter().docCount();
            long all = counts.hits().total().value();
            return new IndexStatistics(all - deleted - failed, deleted, failed, bytes(physicalName));
        } catch (IOException | RuntimeException e) {
            throw failures.of("count the documents of " + index, e);
        }
    }

    @Override
    public Optional<String> history(IndexMetadata index) {
        IndexState state = physicalIndexes(index.physicalName()).get(index.physicalName());
        if (state == null) {
            throw absent(index.physicalName());
        }
        return Optional.of(histories.of(index.physicalName(), state));
    }

    private long bytes(String physicalName) throws IOException {
        return connection
                .client()
                .indices()
                .stats(s -> s.index(physicalName).metric("store"))
                .indices()
                .get(physicalName)
                .total()
                .store()
                .sizeInBytes();
    }

    /** @throws HBaseSearchException INDEX_NOT_FOUND */
    IndexMetadata require(String index) {
        return find(index).orElseThrow(() -> absent(index));
    }

    private HBaseSearchException absent(String index) {
        return new HBaseSearchException(
                ErrorCode.INDEX_NOT_FOUND,
                "there is no index " + index + " in Elasticsearch at " + connection.urls(),
                "Create the index with: hbase-search index create <index>",
                null);
    }

    @Override
    public Map<String, String> chooseAnalyzers(IndexDefinition definition) {
        return analyzers.choose(definition);
    }

    // A damaged index must not hide the others; whoever asks for it by name is told what is wrong.
    private Optional<IndexMetadata> undamaged(Map.Entry<String, IndexState> entry) {
        try {
            Optional<IndexMetadata> found = metadata(entry);
            unreadable.remove(entry.getKey());
            return found;
        } catch (HBaseSearchException e) {
            if (unreadable.add(entry.getKey())) {
                log.warn("the index {} is left out of the list: {}", entry.getKey(), e.getMessage());
            }
            return Optional.empty();
        }
    }

    private static Optional<IndexMetadata> metadata(Map.Entry<String, IndexState> entry) {
        return MetadataJson.read(entry.getKey(), entry.getValue().mappings());
    }

    /** @param name of an index or alias, or a pattern */
    private Map<String, IndexState> physicalIndexes(String name) {
        try {
            GetIndexResponse response = connection.client().indices().get(g -> g.index(name)
                    .allowNoIndices(true)
                    .expandWildcards(ExpandWildcard.All));
            return response.result();
        } catch (IOException | RuntimeException e) {
            if (ElasticsearchFailures.isNotFound(e)) {
                return Map.of();
            }
            throw failures.of("look up the index " + name, e);
        }
    }
}
