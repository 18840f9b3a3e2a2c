/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

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
 * Generations as physical indexes of which the alias stands for one. The alias alone says which is live; {@code _meta} says of
 * the others whether they ever were. Safe for use by several threads.
 */
final class ElasticsearchGenerations implements IndexGenerations {
    private static final Logger log = LoggerFactory.getLogger(ElasticsearchGenerations.class);

    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;
    private final PhysicalIndexes indexes;
    private final ElasticsearchIndexAdmin admin;
    private final GenerationMeta meta;
    private final BulkSettings settings;

    ElasticsearchGenerations(
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

    /** A damaged one of which nobody sees anything must not end what is done with the live one. */
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
                    : Optional.of("it says of itself nothing that hbase-search has written");
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

    // As when an index is created: of two processes at once, whoever sees both takes its own away.
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
                "a generation of the index " + other.index() + " is being built already: " + other.physicalName(),
                "See it: hbase-search reindex status " + other.index() + ". Give it up: hbase-search reindex cancel "
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

    /** What fails before the alias is moved leaves everything as it was, but for marks that say nothing about a live index. */
    @Override
    public void makeLive(IndexMetadata generation) {
        makeLive(generation, admin.require(generation.index()));
    }

    @Override
    public void makeLive(IndexMetadata generation, UUID expected) {
        IndexMetadata live = admin.require(generation.index());
        if (!live.uuid().equals(expected) && !live.uuid().equals(generation.uuid())) {
            throw movedMeanwhile(live.index(), "stands for " + live.physicalName() + " by now", null);
        }
        makeLive(generation, live);
    }

    private void makeLive(IndexMetadata generation, IndexMetadata live) {
        settings.restore(generation);
        if (live.uuid().equals(generation.uuid())) {
            // Whoever moved the alias may have been killed before this.
            meta.markServed(generation);
            return;
        }
        indexes.refresh(generation.physicalName());
        meta.markServed(live);
        moveAlias(live, generation);
        // Somebody else's change may have overwritten it meanwhile, and what never served is dropped as unfinished.
        meta.markServed(live);
        meta.markServed(generation);
        log.info("the index {} is {} now, no longer {}", live.index(), generation.physicalName(), live.physicalName());
    }

    // In one request, which Elasticsearch carries out as a whole. If another process has moved the alias meanwhile, it
    // is not where it must exist, and nothing happens.
    private void moveAlias(IndexMetadata from, IndexMetadata to) {
        String alias = to.index();
        try {
            connection.client().indices().updateAliases(request -> request.actions(action -> action.remove(
                            r -> r.index(from.physicalName()).alias(alias).mustExist(true)))
                    .actions(action -> action.add(
                            a -> a.index(to.physicalName()).alias(alias).filter(IndexMapping.withoutStubs()))));
        } catch (IOException | RuntimeException e) {
            if (ElasticsearchFailures.isNotFound(e)) {
                throw movedMeanwhile(from.index(), "stood for " + from.physicalName(), e);
            }
            throw failures.of("make " + to.physicalName() + " what the index " + alias + " stands for", e);
        }
    }

    private static HBaseSearchException movedMeanwhile(String index, String what, @Nullable Exception cause) {
        return new HBaseSearchException(
                ErrorCode.INDEX_LOCKED,
                "the index " + index + " " + what
                        + ", but another process has changed or deleted its generations meanwhile",
                "Look at what there is now, and do it again if it is still wanted.",
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
                    "Let another one take its place first, or delete the index: hbase-search index delete "
                            + generation.index(),
                    null);
        }
        indexes.delete(generation.physicalName());
    }
}
