/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A change of generations as recorded in the log. Everything else that a process must know to continue it is in the generations
 * themselves: which exist, which one is live, and which settings are lowered.
 *
 * @param phase the current phase; all phases before it are done
 * @param target the generation to make live; empty until it exists
 */
public record GenerationChange(ChangePlan plan, Phase phase, Optional<UUID> target) {
    public GenerationChange {
        Objects.requireNonNull(plan, "plan");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(target, "target");
    }

    /** Returns a change of which nothing is done yet. */
    public static GenerationChange of(ChangePlan plan) {
        return new GenerationChange(plan, Phase.FILLING, Optional.empty());
    }

    /** The phases, in order. */
    public enum Phase {
        FILLING("filling"),
        CATCHING_UP("catching up"),
        VERIFYING("verifying"),
        SWITCHING("switching"),
        /** Readers see the target. */
        DROPPING("removing what is old");

        private final String words;

        Phase(String words) {
            this.words = words;
        }

        /** The name for users. */
        public String words() {
            return words;
        }
    }

    /** Returns this change with a new plan: the goal may change from start to start; completed work stays. */
    GenerationChange goingOn(ChangePlan now) {
        return new GenerationChange(now, phase, target);
    }

    public GenerationChange in(Phase next) {
        return new GenerationChange(plan, next, target);
    }

    /** Returns this change with a generation to fill. */
    public GenerationChange towards(UUID generation) {
        return new GenerationChange(plan, phase, Optional.of(generation));
    }
}
