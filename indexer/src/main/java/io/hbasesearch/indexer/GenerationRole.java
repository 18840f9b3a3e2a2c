/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.Remedies;
import java.util.Objects;

/** What a generation is to readers at present, which changes while it is fed. Safe for use by several threads. */
final class GenerationRole {
    private final IndexMetadata generation;
    private volatile State state;

    GenerationRole(IndexMetadata generation, State state) {
        this.generation = Objects.requireNonNull(generation, "generation");
        this.state = Objects.requireNonNull(state, "state");
    }

    void become(State now) {
        state = now;
    }

    boolean isLive() {
        return state == State.LIVE;
    }

    /** As statuses and meters call it: the live one goes by the index's name. */
    String label() {
        return isLive() ? generation.index() : ownLabel();
    }

    /** Whatever it is to readers. */
    String ownLabel() {
        return generation.index() + " (generation " + generation.generation() + ")";
    }

    /**
     * What heals this generation where a live one would be healed by a hint. To make an index anew takes all of its generations away,
     * the live one among them, which may be well: of another, that one alone is given up.
     */
    String remedy(String hint) {
        if (!hint.contains(Remedies.ANEW)) {
            return hint;
        }
        return switch (state) {
            case LIVE -> hint;
            case BUILDING -> Remedies.giveUpBuilding(generation.index());
            case OLD -> Remedies.giveUpKept(generation.index());
        };
    }

    /** For people. */
    String described() {
        String what =
                switch (state) {
                    case LIVE -> "live";
                    case BUILDING -> "being built";
                    case OLD -> "kept";
                };
        return generation.index() + " (generation " + generation.generation() + ", " + what + ")";
    }
}
