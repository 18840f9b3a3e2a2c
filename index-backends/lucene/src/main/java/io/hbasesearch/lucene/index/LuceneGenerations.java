/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexStatistics;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Implements generations as sibling directories; a small file names the live one. Listing needs no lock; everything else
 * requires ownership. Safe for use by several threads; changes of generations are serialized.
 */
public final class LuceneGenerations implements IndexGenerations {
    private static final Logger LOG = LoggerFactory.getLogger(LuceneGenerations.class);

    private final IndexDirectories directories;
    private final OpenIndexes open;
    private final LuceneIndexAdmin admin;

    public LuceneGenerations(IndexDirectories directories, OpenIndexes open, LuceneIndexAdmin admin) {
        this.directories = directories;
        this.open = open;
        this.admin = admin;
    }

    @Override
    public List<IndexGeneration> list(String index) {
        Optional<LivePointer> pointer = directories.pointer(index);
        if (pointer.isEmpty() || admin.isWithdrawn(index)) {
            return List.of();
        }
        try {
            return directories.generations(index).stream()
                    .flatMap(name -> directories.find(index, name).stream())
                    .map(found -> generation(found.metadata(), pointer.get()))
                    .sorted(Comparator.comparingInt(found -> found.metadata().generation()))
                    .toList();
        } catch (IOException e) {
            throw Failures.of(index, directories.of(index), e);
        }
    }

    private static IndexGeneration generation(IndexMetadata metadata, LivePointer pointer) {
        String name = metadata.physicalName();
        State otherwise = pointer.old().contains(name) ? State.OLD : State.BUILDING;
        return new IndexGeneration(metadata, pointer.live().equals(name) ? State.LIVE : otherwise);
    }

    @Override
    public IndexStatistics statistics(IndexMetadata generation) {
        require(generation);
        return admin.statistics(generation);
    }

    /** @throws HBaseSearchException INDEX_NOT_FOUND */
    private void require(IndexMetadata generation) {
        if (!exists(generation)) {
            throw Failures.notFound(generation.physicalName());
        }
    }

    private boolean exists(IndexMetadata generation) {
        return directories
                .find(generation.index(), generation.physicalName())
                .filter(found -> found.metadata().uuid().equals(generation.uuid()))
                .isPresent();
    }

    @Override
    public synchronized IndexMetadata begin(IndexDefinition definition, IndexSource source) {
        String index = definition.name();
        try (Closeable share = open.own(index)) {
            directories.sweep(index, pointer(index));
            List<IndexGeneration> known = list(index);
            requireNoneBuilding(index, known);
            int newest = known.stream()
                    .mapToInt(found -> found.metadata().generation())
                    .max()
                    .orElse(IndexMetadata.FIRST_GENERATION);
            IndexMetadata begun = admin.newMetadata(definition, source, newest + 1);
            admin.writeEmptyIndex(begun);
            return begun;
        } catch (IOException e) {
            throw Failures.of(index, directories.of(index), e);
        }
    }

    private LivePointer pointer(String index) {
        return directories.pointer(index).orElseThrow(() -> Failures.notFound(index));
    }

    private static void requireNoneBuilding(String index, List<IndexGeneration> known) {
        known.stream()
                .filter(found -> found.state() == State.BUILDING)
                .findFirst()
                .ifPresent(other -> {
                    throw new HBaseSearchException(
                            ErrorCode.ALREADY_EXISTS,
                            "A generation of the index " + index + " is already being built: " + other.name(),
                            "Check it: hbase-search reindex status " + index
                                    + ". Cancel it: hbase-search reindex cancel " + index,
                            null);
                });
    }

    /** Sets a longer refresh interval, in this process only: nothing of it outlives a crash, so there is nothing to record. */
    @Override
    public void lowerSettings(IndexMetadata generation) {
        require(generation);
        open.fill(generation.physicalName(), true);
    }

    @Override
    public void restoreSettings(IndexMetadata generation) {
        require(generation);
        open.fill(generation.physicalName(), false);
    }

    /** Returns full: there is one copy, and there should be one. */
    @Override
    public Redundancy redundancy(IndexMetadata generation) {
        require(generation);
        return Redundancy.FULL;
    }

    @Override
    public synchronized void makeLive(IndexMetadata generation, UUID expected) {
        IndexMetadata live = admin.require(generation.index());
        if (!live.uuid().equals(expected) && !live.uuid().equals(generation.uuid())) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_LOCKED,
                    "The index " + live.index() + " now points to " + live.physicalName()
                            + ": another process has changed its generations meanwhile",
                    "Check the current state, and retry if it is still necessary.",
                    null);
        }
        makeLive(generation);
    }

    @Override
    public synchronized void makeLive(IndexMetadata generation) {
        String index = generation.index();
        try (Closeable share = open.own(index)) {
            restoreSettings(generation);
            LuceneIndex next = open.acquire(generation);
            try {
                exchange(pointer(index), next);
            } finally {
                open.release(next);
            }
        } catch (UncheckedIOException e) {
            throw Failures.of(index, directories.of(index), e.getCause());
        } catch (IOException e) {
            throw Failures.of(index, directories.of(index), e);
        }
    }

    private void exchange(LivePointer pointer, LuceneIndex next) {
        IndexMetadata metadata = next.metadata();
        if (pointer.live().equals(metadata.physicalName())) {
            return;
        }
        // Documents that readers have seen must exist after a crash, too.
        next.commit(Map.of());
        next.refresh();
        try {
            next.undisturbed(() -> point(metadata.index(), pointer.moveTo(metadata.physicalName())));
        } finally {
            // Also if the file was replaced and a later step failed: searchers must match the file.
            if (pointer(metadata.index()).live().equals(metadata.physicalName())) {
                open.exchange(next);
            }
        }
        LOG.info(
                "The index {} now points to {}, no longer to {}",
                metadata.index(),
                metadata.physicalName(),
                pointer.live());
    }

    private void point(String index, LivePointer pointer) {
        try {
            directories.point(index, pointer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void drop(IndexMetadata generation) {
        String index = generation.index();
        String name = generation.physicalName();
        try (Closeable share = open.own(index)) {
            LivePointer pointer = pointer(index);
            if (pointer.live().equals(name)) {
                throw new HBaseSearchException(
                        ErrorCode.USAGE,
                        name + " is the live generation of the index " + index,
                        "Make another generation live first, or delete the index: hbase-search index delete " + index,
                        null);
            }
            if (exists(generation)) {
                open.abandon(generation, Failures.notFound(name));
                directories.delete(index, name);
            }
            directories.point(index, pointer.without(name));
        } catch (IOException e) {
            throw Failures.of(index, directories.of(index), e);
        }
    }
}
