/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.error.Remedies;
import java.util.Objects;

/** The present role of a generation for readers, which changes while it is fed. Safe for use by several threads. */
public final class GenerationRole {
    private final IndexMetadata generation;
    private volatile State state;

    public GenerationRole(IndexMetadata generation, State state) {
        this.generation = Objects.requireNonNull(generation, "generation");
        this.state = Objects.requireNonNull(state, "state");
    }

    public void become(State now) {
        state = now;
    }

    public boolean isLive() {
        return state == State.LIVE;
    }

    /** Returns the name in statuses and metrics: the live generation has the index's name. */
    public String label() {
        return isLive() ? generation.index() : ownLabel();
    }

    /** Returns the generation's own name, whatever its role. */
    String ownLabel() {
        return generation.index() + " (generation " + generation.generation() + ")";
    }

    /**
     * Adapts a hint for a live generation to this one. Recreating an index removes all of its generations, including the live one,
     * which may be intact. So for another generation, only that one is dropped.
     */
    String remedy(String hint) {
        if (!Remedies.replacesIndex(hint)) {
            return hint;
        }
        return switch (state) {
            case LIVE -> hint;
            case BUILDING -> Remedies.giveUpBuilding(generation.index());
            case OLD -> Remedies.giveUpKept(generation.index());
        };
    }

    /** The description for users. */
    public String described() {
        String what =
                switch (state) {
                    case LIVE -> "live";
                    case BUILDING -> "being built";
                    case OLD -> "kept";
                };
        return generation.index() + " (generation " + generation.generation() + ", " + what + ")";
    }
}
