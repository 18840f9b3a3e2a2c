/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexStatistics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The generations of one index, in memory. It starts with one that is live. */
class FakeGenerations implements IndexGenerations {
    private final List<IndexGeneration> known = new ArrayList<>();
    final Set<UUID> lowered = new HashSet<>();
    Redundancy ofLive = Redundancy.FULL;
    Redundancy ofOthers = Redundancy.FULL;
    /** What one is taken for that readers saw until now. */
    State replaced = State.OLD;

    FakeGenerations(IndexMetadata live) {
        known.add(new IndexGeneration(live, State.LIVE));
    }

    /** What happens before each call that changes something, and after it. */
    void step(String name) {}

    private void change(String name, Runnable action) {
        step("before " + name);
        action.run();
        step("after " + name);
    }

    IndexMetadata live() {
        return known.stream()
                .filter(generation -> generation.state() == State.LIVE)
                .findFirst()
                .orElseThrow()
                .metadata();
    }

    IndexMetadata begin() {
        IndexMetadata live = live();
        int number = known.stream()
                        .mapToInt(found -> found.metadata().generation())
                        .max()
                        .orElseThrow()
                + 1;
        IndexMetadata begun = live.toBuilder()
                .physicalName(live.index() + "-" + number)
                .generation(number)
                .uuid(UUID.randomUUID())
                .createdAt(Instant.EPOCH)
                .complete(true)
                .definitionHash("changed")
                .build();
        change("begin", () -> known.add(new IndexGeneration(begun, State.BUILDING)));
        return begun;
    }

    /** As the index goes to another epoch. */
    void move(IndexMetadata live) {
        IndexMetadata moved = live.movedTo(new IndexSource("another topic", "another id", 2, 2, true));
        known.replaceAll(found -> found.metadata().equals(live) ? new IndexGeneration(moved, State.LIVE) : found);
    }

    @Override
    public List<IndexGeneration> list(String index) {
        return List.copyOf(known);
    }

    @Override
    public IndexStatistics statistics(IndexMetadata generation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public IndexMetadata begin(IndexDefinition definition, IndexSource source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void lowerSettings(IndexMetadata generation) {
        change("lower", () -> lowered.add(generation.uuid()));
    }

    @Override
    public void restoreSettings(IndexMetadata generation) {
        change("restore", () -> lowered.remove(generation.uuid()));
    }

    @Override
    public Redundancy redundancy(IndexMetadata generation) {
        return generation.equals(live()) ? ofLive : ofOthers;
    }

    @Override
    public void makeLive(IndexMetadata generation, UUID expected) {
        UUID live = live().uuid();
        if (!live.equals(expected) && !live.equals(generation.uuid())) {
            throw new HBaseSearchException(ErrorCode.INDEX_LOCKED, "readers see " + live().physicalName());
        }
        makeLive(generation);
    }

    @Override
    public void makeLive(IndexMetadata generation) {
        change("switch", () -> {
            lowered.remove(generation.uuid());
            known.replaceAll(found -> found.metadata().equals(generation)
                    ? new IndexGeneration(generation, State.LIVE)
                    : found.state() == State.LIVE ? new IndexGeneration(found.metadata(), replaced) : found);
        });
    }

    @Override
    public void drop(IndexMetadata generation) {
        if (generation.equals(live())) {
            throw new IllegalArgumentException("readers see it");
        }
        change("drop", () -> known.removeIf(found -> found.metadata().equals(generation)));
    }
}
