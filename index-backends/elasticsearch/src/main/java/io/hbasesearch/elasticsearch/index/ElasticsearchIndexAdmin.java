/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch.indices.IndexState;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.ShardHistories;
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

/** Manages physical indexes, their aliases and the template that protects them. Safe for use by several threads. */
public final class ElasticsearchIndexAdmin implements IndexAdmin {
    private static final Logger log = LoggerFactory.getLogger(ElasticsearchIndexAdmin.class);

    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;
    private final PhysicalIndexes indexes;
    private final AnalyzerChoice analyzers;
    private final ShardHistories histories;
    private final GenerationMeta generations;
    private final AliasRepair aliases;
    private final InstantSource clock;

    /** Indexes that were already warned of: a list is requested every few seconds. */
    private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

    public ElasticsearchIndexAdmin(
            ElasticsearchConnection connection,
            PhysicalIndexes indexes,
            ElasticsearchFailures failures,
            InstantSource clock) {
        this.connection = connection;
        this.indexes = indexes;
        this.failures = failures;
        this.analyzers = new AnalyzerChoice(connection, failures);
        this.histories = new ShardHistories(connection);
        this.generations = new GenerationMeta(indexes);
        this.aliases = new AliasRepair(connection, indexes);
        this.clock = clock;
    }

    @Override
    public List<IndexMetadata> list() {
        return indexes.find(IndexNames.EVERY_PHYSICAL_INDEX).entrySet().stream()
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
        Map<String, IndexState> behind = indexes.find(index);
        if (behind.isEmpty()) {
            return Optional.empty();
        }
        if (behind.size() > 1) {
            throw incompatible(index, "the alias " + index + " points to several indexes: " + behind.keySet());
        }
        Map.Entry<String, IndexState> only = behind.entrySet().iterator().next();
        return Optional.of(metadata(only)
                .filter(found -> found.index().equals(index))
                .orElseThrow(() -> incompatible(
                        index,
                        index + " points to the index " + only.getKey() + ", which hbase-search did not create")));
    }

    private HBaseSearchException incompatible(String index, String message) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                message,
                naming(index)
                        .map(command -> "Correct the alias, then restart the indexer: " + command)
                        .orElse("Check it with GET _alias, and remove the wrong entry or choose another name."),
                null);
    }

    @Override
    public Optional<String> naming(String index) {
        return aliases.command(index);
    }

    @Override
    public IndexMetadata create(IndexDefinition definition, IndexSource source) {
        if (find(definition.name()).isPresent()) {
            throw alreadyExists(definition.name());
        }
        IndexMetadata metadata = newMetadata(definition, source, IndexMetadata.FIRST_GENERATION);
        try {
            indexes.create(definition, metadata, true);
        } catch (IOException | RuntimeException e) {
            throw failures.of("create the index " + definition.name(), e);
        }
        requireOnlyOne(metadata);
        log.info("created the index {} as {}", metadata.index(), metadata.physicalName());
        return metadata;
    }

    /** @throws HBaseSearchException CONFIGURATION_INVALID when no analyzer of a field's list exists */
    IndexMetadata newMetadata(IndexDefinition definition, IndexSource source, int generation) {
        UUID uuid = UUID.randomUUID();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return IndexMetadata.of(definition, source)
                .physicalName(IndexNames.physical(definition.name(), uuid))
                .generation(generation)
                .uuid(uuid)
                .createdAt(now)
                .analyzers(chooseAnalyzers(definition))
                .build();
    }

    @Override
    public void markComplete(String index) {
        generations.markComplete(require(index));
    }

    // Two processes may have created the index at once. The second one sees both, and removes its own.
    private void requireOnlyOne(IndexMetadata metadata) {
        if (indexes.find(metadata.index()).size() > 1) {
            indexes.delete(metadata.physicalName());
            throw alreadyExists(metadata.index());
        }
    }

    private static HBaseSearchException alreadyExists(String index) {
        return new HBaseSearchException(
                ErrorCode.ALREADY_EXISTS,
                "index " + index + " already exists",
                "Delete it first with: hbase-search index delete " + index,
                null);
    }

    @Override
    public IndexMetadata move(IndexMetadata index, IndexSource source, Map<Integer, Position> positions) {
        if (!require(index.index()).physicalName().equals(index.physicalName())) {
            throw absent(index.physicalName());
        }
        return generations.move(index, source);
    }

    @Override
    public boolean delete(String index) {
        if (!IndexNames.isIndex(index)) {
            return false;
        }
        // Not by the alias: an index that lost its alias in an interrupted operation belongs to it too.
        List<String> physical = indexes.find(IndexNames.physicalPattern(index)).entrySet().stream()
                .filter(entry -> metadata(entry)
                        .filter(found -> found.index().equals(index))
                        .isPresent())
                .map(Map.Entry::getKey)
                .toList();
        physical.forEach(indexes::delete);
        return !physical.isEmpty();
    }

    @Override
    public IndexStatistics statistics(String index) {
        return indexes.statistics(require(index).physicalName());
    }

    @Override
    public Optional<String> history(IndexMetadata index) {
        return Optional.of(histories.of(index.physicalName(), indexes.require(index)));
    }

    @Override
    public Optional<Map<Integer, Position>> positions(IndexMetadata index) {
        return Optional.empty();
    }

    @Override
    public IndexMetadata require(String index) {
        return find(index).orElseThrow(() -> absent(index));
    }

    private HBaseSearchException absent(String index) {
        return new HBaseSearchException(
                ErrorCode.INDEX_NOT_FOUND,
                "no index " + index + " in Elasticsearch at " + connection.urls(),
                "Create it: hbase-search index create " + index,
                null);
    }

    @Override
    public Map<String, String> chooseAnalyzers(IndexDefinition definition) {
        return analyzers.choose(definition);
    }

    /**
     * Returns the metadata, or empty for a damaged index, which must not hide the others; a lookup by its name reports the
     * damage.
     */
    Optional<IndexMetadata> undamaged(Map.Entry<String, IndexState> entry) {
        try {
            Optional<IndexMetadata> found = metadata(entry);
            unreadable.remove(entry.getKey());
            return found;
        } catch (HBaseSearchException e) {
            if (unreadable.add(entry.getKey())) {
                log.warn("the index {} is omitted from the list: {}", entry.getKey(), e.getMessage());
            }
            return Optional.empty();
        }
    }

    private static Optional<IndexMetadata> metadata(Map.Entry<String, IndexState> entry) {
        return MetadataJson.read(entry.getKey(), entry.getValue().mappings());
    }
}
