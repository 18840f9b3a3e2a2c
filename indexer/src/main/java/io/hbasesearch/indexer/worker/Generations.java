/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Evaluates a list of generations. Stateless. */
public final class Generations {
    private Generations() {}

    public static Optional<IndexGeneration> live(List<IndexGeneration> generations) {
        return generations.stream()
                .filter(generation -> generation.state() == State.LIVE)
                .findFirst();
    }

    public static Optional<IndexGeneration> find(List<IndexGeneration> generations, UUID uuid) {
        return generations.stream()
                .filter(generation -> generation.metadata().uuid().equals(uuid))
                .findFirst();
    }

    /**
     * Returns whether a generation was dropped while the index remains: another has replaced it, or it was never live. An index
     * without a live generation, or one with another generation of the same number, was changed in another way, by mistake.
     */
    public static boolean isDropped(IndexMetadata generation, List<IndexGeneration> found) {
        return live(found)
                        .filter(live -> live.metadata().generation() != generation.generation())
                        .isPresent()
                && find(found, generation.uuid()).isEmpty();
    }
}
