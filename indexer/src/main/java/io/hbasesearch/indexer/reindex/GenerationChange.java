/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A change of generations as it stands in the log. All else that a process must know to go on with it stands in the generations
 * themselves: which are there, which is live, and which settings are lowered.
 *
 * @param phase what is under way; everything before it is done
 * @param target the generation that is to be live; empty until it is there
 */
public record GenerationChange(ChangePlan plan, Phase phase, Optional<UUID> target) {
    public GenerationChange {
        Objects.requireNonNull(plan, "plan");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(target, "target");
    }

    /** Nothing is done. */
    public static GenerationChange of(ChangePlan plan) {
        return new GenerationChange(plan, Phase.FILLING, Optional.empty());
    }

    /** In the order in which they are gone through. */
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

        /** For people. */
        public String words() {
            return words;
        }
    }

    /** What is wanted may change from start to start; what is done stays. */
    GenerationChange goingOn(ChangePlan now) {
        return new GenerationChange(now, phase, target);
    }

    public GenerationChange in(Phase next) {
        return new GenerationChange(plan, next, target);
    }

    /** With a generation to fill. */
    public GenerationChange towards(UUID generation) {
        return new GenerationChange(plan, phase, Optional.of(generation));
    }
}
