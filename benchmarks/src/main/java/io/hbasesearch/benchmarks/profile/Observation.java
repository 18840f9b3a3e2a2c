/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What a recording tells about one moment of a JVM. Immutable. */
public sealed interface Observation {
    Instant time();

    /**
     * A thread was seen running Java code.
     *
     * @param frames {@code package.Class.method}, the innermost first
     */
    record Running(Instant time, String thread, List<String> frames) implements Observation {
        public Running {
            frames = List.copyOf(frames);
        }
    }

    /**
     * Objects were made there.
     *
     * @param bytes that this observation stands for
     */
    record Allocating(Instant time, long bytes, List<String> frames) implements Observation {
        public Allocating {
            frames = List.copyOf(frames);
        }
    }

    /** Every thread was held for the collector. */
    record Paused(Instant time, Duration length) implements Observation {}
}
