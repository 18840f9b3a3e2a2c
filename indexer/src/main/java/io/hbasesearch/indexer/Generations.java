/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What a list of generations says. Stateless. */
final class Generations {
    private Generations() {}

    static Optional<IndexGeneration> live(List<IndexGeneration> generations) {
        return generations.stream()
                .filter(generation -> generation.state() == State.LIVE)
                .findFirst();
    }

    static Optional<IndexGeneration> find(List<IndexGeneration> generations, UUID uuid) {
        return generations.stream()
                .filter(generation -> generation.metadata().uuid().equals(uuid))
                .findFirst();
    }

    /**
     * Whether a generation is gone and the index is not: as one was dropped whose place another has taken, or never had to. An index
     * without a live generation, or one whose generation of that number is another, was changed by somebody who did not mean that.
     */
    static boolean isDropped(IndexMetadata generation, List<IndexGeneration> found) {
        return live(found)
                        .filter(live -> live.metadata().generation() != generation.generation())
                        .isPresent()
                && find(found, generation.uuid()).isEmpty();
    }
}
