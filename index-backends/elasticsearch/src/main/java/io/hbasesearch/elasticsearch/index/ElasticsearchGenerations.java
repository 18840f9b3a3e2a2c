/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch.indices.IndexState;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Implements generations as physical indexes; the alias points to one of them. The alias alone determines the live one; {@code
 * _meta} records whether the others ever were live. Safe for use by several threads.
 */
public final class ElasticsearchGenerations implements IndexGenerations {
    private static final Logger log = LoggerFactory.getLogger(ElasticsearchGenerations.class);

    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;
    private final PhysicalIndexes indexes;
    private final ElasticsearchIndexAdmin admin;
    private final GenerationMeta meta;
    private final BulkSettings settings;

    public ElasticsearchGenerations(
            ElasticsearchConnection connection,
            ElasticsearchConfig config,
            ElasticsearchFailures failures,
            PhysicalIndexes indexes,
            ElasticsearchIndexAdmin admin) {
        this.connection = connection;
        this.failures = failures;
        this.indexes = indexes;
        this.admin = admin;
        this.meta = new GenerationMeta(indexes);
        this.settings = new BulkSettings(connection, config, failures, indexes, meta);
    }

    @Override
    public List<IndexGeneration> list(String index) {
        if (!IndexNames.isIndex(index)) {
            return List.of();
        }
        return indexes.find(IndexNames.physicalPattern(index)).entrySet().stream()
                .filter(entry -> IndexNames.isPhysical(index, entry.getKey()))
                .flatMap(entry -> generation(index, entry).stream())
                .sorted(Comparator.comparingInt(found -> found.metadata().generation()))
                .toList();
    }

    /** Reads a generation. A damaged generation without readers must not prevent operations on the live one. */
    private Optional<IndexGeneration> generation(String index, Map.Entry<String, IndexState> entry) {
        IndexState found = entry.getValue();
        boolean live = isLive(index, found);
        State otherwise = GenerationMeta.hasServed(found) ? State.OLD : State.BUILDING;
        State state = live ? State.LIVE : otherwise;
        return (live ? MetadataJson.read(entry.getKey(), found.mappings()) : admin.undamaged(entry))
                .filter(metadata -> metadata.index().equals(index))
                .map(metadata -> new IndexGeneration(metadata, state));
    }

    @Override
    public Map<String, String> damaged(String index) {
        Map<String, String> damaged = new TreeMap<>();
        if (IndexNames.isIndex(index)) {
            indexes.find(IndexNames.physicalPattern(index)).entrySet().stream()
                    .filter(entry -> IndexNames.isPhysical(index, entry.getKey()))
                    .forEach(entry -> damage(entry).ifPresent(why -> damaged.put(entry.getKey(), why)));
        }
        return damaged;
    }

    private static Optional<String> damage(Map.Entry<String, IndexState> entry) {
        try {
            return MetadataJson.read(entry.getKey(), entry.getValue().mappings())
                            .isPresent()
                    ? Optional.empty()
                    : Optional.of("it has no metadata of hbase-search");
        } catch (HBaseSearchException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static boolean isLive(String index, IndexState found) {
        return found.aliases().containsKey(index);
    }

    @Override
    public IndexStatistics statistics(IndexMetadata generation) {
        indexes.require(generation);
        return indexes.statistics(generation.physicalName());
    }

    @Override
    public IndexMetadata begin(IndexDefinition definition, IndexSource source) {
        String index = definition.name();
        admin.require(index);
        List<IndexGeneration> known = list(index);
        building(known).findFirst().ifPresent(other -> {
            throw alreadyBuilding(other.metadata());
        });
        int newest = known.stream()
                .mapToInt(found -> found.metadata().generation())
                .max()
                .orElse(IndexMetadata.FIRST_GENERATION);
        IndexMetadata metadata = admin.newMetadata(definition, source, newest + 1);
        try {
            indexes.create(definition, metadata, false);
        } catch (IOException | RuntimeException e) {
            throw failures.of("create a generation of the index " + index, e);
        }
        requireOnlyOneBuilding(metadata);
        log.info("began a generation of the index {} as {}", index, metadata.physicalName());
        return metadata;
    }

    private static Stream<IndexGeneration> building(List<IndexGeneration> known) {
        return known.stream().filter(found -> found.state() == State.BUILDING);
    }

    // As when an index is created: if two processes do it at once, each that sees both removes its own.
    private void requireOnlyOneBuilding(IndexMetadata begun) {
        building(list(begun.index()))
                .filter(found -> !found.metadata().uuid().equals(begun.uuid()))
                .findFirst()
                .ifPresent(other -> {
                    indexes.delete(begun.physicalName());
                    throw alreadyBuilding(other.metadata());
                });
    }

    private static HBaseSearchException alreadyBuilding(IndexMetadata other) {
        return new HBaseSearchException(
                ErrorCode.ALREADY_EXISTS,
                "a generation of the index " + other.index() + " is already being built: " + other.physicalName(),
                "Check it: hbase-search reindex status " + other.index() + ". Cancel it: hbase-search reindex cancel "
                        + other.index(),
                null);
    }

    @Override
    public void lowerSettings(IndexMetadata generation) {
        settings.lower(generation);
    }

    @Override
    public void restoreSettings(IndexMetadata generation) {
        settings.restore(generation);
    }

    @Override
    public Redundancy redundancy(IndexMetadata generation) {
        indexes.require(generation);
        return switch (indexes.health(generation.physicalName())) {
            case Green -> Redundancy.FULL;
            case Yellow -> Redundancy.REDUCED;
            case Red, Unavailable, Unknown -> Redundancy.BROKEN;
        };
    }

    /**
     * A failure before the alias is moved leaves everything as it was, except for markers that do not matter for a live index.
     */
    @Override
    public void makeLive(IndexMetadata generation) {
        makeLive(generation, admin.require(generation.index()));
    }

    @Override
    public void makeLive(IndexMetadata generation, UUID expected) {
        IndexMetadata live = admin.require(generation.index());
        if (!live.uuid().equals(expected) && !live.uuid().equals(generation.uuid())) {
            throw movedMeanwhile(live.index(), "points to " + live.physicalName() + " now", null);
        }
        makeLive(generation, live);
    }

    private void makeLive(IndexMetadata generation, IndexMetadata live) {
        settings.restore(generation);
        if (live.uuid().equals(generation.uuid())) {
            // The process that moved the alias may have been killed before this.
            meta.markServed(generation);
            return;
        }
        indexes.refresh(generation.physicalName());
        meta.markServed(live);
        moveAlias(live, generation);
        // A concurrent change may have overwritten the marker, and a generation that never served is dropped as
        // unfinished.
        meta.markServed(live);
        meta.markServed(generation);
        log.info(
                "the index {} now points to {}, no longer to {}",
                live.index(),
                generation.physicalName(),
                live.physicalName());
    }

    // In one request, which Elasticsearch executes atomically. If another process has moved the alias meanwhile, it is
    // not
    // where it must exist, and nothing happens.
    private void moveAlias(IndexMetadata from, IndexMetadata to) {
        String alias = to.index();
        try {
            connection.client().indices().updateAliases(request -> request.actions(action -> action.remove(
                            r -> r.index(from.physicalName()).alias(alias).mustExist(true)))
                    .actions(action -> action.add(
                            a -> a.index(to.physicalName()).alias(alias).filter(IndexMapping.withoutStubs()))));
        } catch (IOException | RuntimeException e) {
            if (ElasticsearchFailures.isNotFound(e)) {
                throw movedMeanwhile(from.index(), "pointed to " + from.physicalName(), e);
            }
            throw failures.of("make " + to.physicalName() + " the target of the alias (" + alias + ")", e);
        }
    }

    private static HBaseSearchException movedMeanwhile(String index, String what, @Nullable Exception cause) {
        return new HBaseSearchException(
                ErrorCode.INDEX_LOCKED,
                "the index " + index + " " + what
                        + ", but another process has changed or deleted its generations meanwhile",
                "Check the current state, and retry if it is still necessary.",
                cause);
    }

    @Override
    public void drop(IndexMetadata generation) {
        IndexState found = indexes.find(generation.physicalName()).get(generation.physicalName());
        if (found == null) {
            return;
        }
        if (isLive(generation.index(), found)) {
            throw new HBaseSearchException(
                    ErrorCode.USAGE,
                    generation.physicalName() + " is the live generation of the index " + generation.index(),
                    "Make another generation live first, or delete the index: hbase-search index delete "
                            + generation.index(),
                    null);
        }
        indexes.delete(generation.physicalName());
    }
}
