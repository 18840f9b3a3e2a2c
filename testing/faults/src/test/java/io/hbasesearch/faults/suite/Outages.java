/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import java.time.Duration;

/**
 * Shortens outages: in most seeds an outage lasts a share of its full length, in long seeds all of it. Immutable.
 *
 * @param brief the share of the full length that most seeds take
 * @param full the share that long seeds take: 1, unless the suite itself is being tried out
 */
record Outages(double brief, double full) {
    static final Outages STANDARD = new Outages(0.05, 1);

    /** {@code -Dfaults.scale} and {@code -Dfaults.longScale}. */
    static Outages ofThisRun() {
        return new Outages(share("faults.scale", STANDARD.brief), share("faults.longScale", STANDARD.full));
    }

    private static double share(String property, double otherwise) {
        String value = System.getProperty(property);
        return value == null ? otherwise : Double.parseDouble(value);
    }

    /** The share that a schedule's outages take. */
    double shareOf(Schedule schedule) {
        return schedule.isLong() ? full : brief;
    }

    /** Never less than a few seconds: what is shorter goes unnoticed. */
    Duration brief(Length length) {
        return length.times(brief);
    }

    Duration full(Length length) {
        return length.times(full);
    }

    /** An outage's full length, and the least that is felt. */
    record Length(Duration whole, Duration least) {
        /** "Unreachable for ten minutes". */
        static final Length UNREACHABLE = new Length(Duration.ofMinutes(10), Duration.ofSeconds(10));
        /** "Disabled for minutes", "unavailable for minutes"; {@code KafkaDownIT} holds ten without Kafka. */
        static final Length MINUTES = new Length(Duration.ofMinutes(3), Duration.ofSeconds(10));
        /** For what makes everything slow or refuses writes; no long seed has it. */
        static final Length TROUBLE = new Length(Duration.ofMinutes(1), Duration.ofSeconds(10));
        /** It takes Elasticsearch's watch another ten seconds to notice, and to notice the end; no long seed has it. */
        static final Length FULL_DISK = new Length(Duration.ofMinutes(1), Duration.ofSeconds(3));

        private Duration times(double share) {
            Duration scaled = Duration.ofMillis((long) (whole.toMillis() * share));
            return scaled.compareTo(least) < 0 ? least : scaled;
        }
    }
}
