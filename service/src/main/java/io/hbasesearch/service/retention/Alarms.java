/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service.retention;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The alarms of this process. Each alarm is a gauge, a health warning while it lasts, and a log warning when it starts and
 * every hour while it lasts. Nothing stops because of an alarm. Safe for use by several threads.
 */
final class Alarms {
    private static final Logger LOG = LoggerFactory.getLogger(Alarms.class);
    private static final Duration REPEAT = Duration.ofHours(1);

    private final Metrics metrics;
    private final Clock clock;
    private final Map<Key, Alarm> alarms = new ConcurrentSkipListMap<>();

    Alarms(Metrics metrics, Clock clock) {
        this.metrics = Objects.requireNonNull(metrics, "metrics");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** The kinds of alarms. */
    enum Kind {
        WAL_BACKLOG("wal_backlog"),
        NOT_ANNOUNCED("not_announced"),
        KAFKA_HEADROOM("kafka_headroom");

        private final String tag;

        Kind(String tag) {
            this.tag = tag;
        }
    }

    private record Key(Kind kind, String object) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : object.compareTo(other.object);
        }
    }

    /** Belongs to the watching thread; other threads read the message. */
    private static final class Alarm {
        private volatile @Nullable String message;
        private @Nullable Instant said;
    }

    /**
     * Raises, repeats or ends an alarm.
     *
     * @param object a peer's id, a table or an index
     * @param message what is wrong and the command to run, a sentence or two; empty if nothing is wrong
     */
    void report(Kind kind, String object, Optional<String> message) {
        Key key = new Key(kind, object);
        Alarm alarm = alarms.computeIfAbsent(key, this::register);
        boolean before = alarm.message != null;
        alarm.message = message.orElse(null);
        if (message.isEmpty()) {
            alarm.said = null;
            if (before) {
                LOG.info("alarm {} of {} is over", kind.tag, object);
            }
        } else if (alarm.said == null || !clock.instant().isBefore(alarm.said.plus(REPEAT))) {
            alarm.said = clock.instant();
            LOG.warn("alarm {} of {}: {}", kind.tag, object, message.get());
        }
    }

    /** Returns whether this alarm was ever reported. */
    boolean isKnown(Kind kind, String object) {
        return alarms.containsKey(new Key(kind, object));
    }

    /** Ends the alarms of one kind about objects that no longer exist. */
    void keepOnly(Kind kind, Collection<String> objects) {
        alarms.keySet().stream()
                .filter(key -> key.kind() == kind && !objects.contains(key.object()))
                .forEach(key -> report(kind, key.object(), Optional.empty()));
    }

    private Alarm register(Key key) {
        Alarm alarm = new Alarm();
        metrics.gauge(
                "hbase_search_alarm",
                "1 while edits wait too long for an index, or may be lost to it",
                alarm,
                source -> source.message == null ? 0 : 1,
                "alarm",
                key.kind().tag,
                "object",
                key.object());
        return alarm;
    }

    CheckResult check() {
        String raised = alarms.values().stream()
                .map(alarm -> alarm.message)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" "));
        return raised.isEmpty() ? CheckResult.healthy() : CheckResult.warning(raised);
    }
}
