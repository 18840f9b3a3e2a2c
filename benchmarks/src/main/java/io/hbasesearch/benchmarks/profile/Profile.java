/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import io.hbasesearch.benchmarks.harness.Measured;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.profile.Observation.Allocating;
import io.hbasesearch.benchmarks.profile.Observation.Paused;
import io.hbasesearch.benchmarks.profile.Observation.Running;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What one JVM did while each way was measured: what lies between, and the warm-ups, do not count, and neither do the other
 * ways. For one thread.
 */
public final class Profile {
    /** A host and a port, a number in hexadecimal, or any number. */
    private static final Pattern VARYING =
            Pattern.compile("(?<=[/;])[\\w.-]+:\\d+|0x[0-9a-f]+|\\b(?=[0-9a-f]*\\d)[0-9a-f]{6,}\\b|\\d+([.,:_-]\\d+)*");

    private final Map<String, OfWay> ways = new LinkedHashMap<>();
    /** By their beginnings; they do not overlap. */
    private final NavigableMap<Instant, Measured> spans = new TreeMap<>();

    /** @param measured of which no two are at the same time */
    public Profile(List<Measured> measured) {
        measured.stream().filter(Measured::counts).forEach(one -> {
            spans.put(one.clock().from(), one);
            OfWay way = ways.computeIfAbsent(one.way(), missing -> new OfWay());
            way.length = way.length.plus(one.clock().length());
            way.rounds++;
        });
    }

    /** While one way was measured, all rounds together. */
    static final class OfWay {
        private int rounds;
        private Duration length = Duration.ZERO;
        private Duration paused = Duration.ZERO;
        private final Shares owners = new Shares();
        private final Shares threads = new Shares();
        private final Shares callers = new Shares();
        private final Shares methods = new Shares();
        private final Shares allocators = new Shares();

        int rounds() {
            return rounds;
        }

        Duration length() {
            return length;
        }

        Duration paused() {
            return paused;
        }

        /** Samples by whose code ran. */
        Shares owners() {
            return owners;
        }

        /** Samples by the kind of thread. */
        Shares threads() {
            return threads;
        }

        /** Samples by the innermost method of ours; those without one are left out. */
        Shares callers() {
            return callers;
        }

        /** Samples by the method that ran. */
        Shares methods() {
            return methods;
        }

        /** Bytes by whose code made the objects. */
        Shares allocators() {
            return allocators;
        }

        private void add(Observation observation) {
            if (observation instanceof Running running) {
                owners.add(Owners.of(running.frames()), 1);
                threads.add(threadGroup(running.thread()), 1);
                Owners.nearestOfOurs(running.frames()).ifPresent(method -> callers.add(method, 1));
                running.frames().stream().findFirst().ifPresent(method -> methods.add(method, 1));
            } else if (observation instanceof Allocating allocating) {
                allocators.add(Owners.of(allocating.frames()), allocating.bytes());
            } else if (observation instanceof Paused pause) {
                paused = paused.plus(pause.length());
            }
        }
    }

    /** Counts it for the way that was being measured then, if any. */
    public void add(Observation observation) {
        Map.Entry<Instant, Measured> last = spans.floorEntry(observation.time());
        if (last != null) {
            Span clock = last.getValue().clock();
            OfWay way = ways.get(last.getValue().way());
            if (way != null && clock.contains(observation.time())) {
                way.add(observation);
            }
        }
    }

    /** In the order in which they were first measured. */
    Map<String, OfWay> ways() {
        return ways;
    }

    /** Returns the name that threads of one kind have in common: without their numbers, addresses and ids. */
    static String threadGroup(String thread) {
        return VARYING.matcher(thread).replaceAll("*");
    }
}
