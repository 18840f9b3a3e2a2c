/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch._types.Time;
import co.elastic.clients.elasticsearch.indices.IndexSettings;
import co.elastic.clients.elasticsearch.indices.IndexState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the refresh intervals of indexes from their settings. Stateless. */
final class RefreshIntervals {
    /** Elasticsearch's default. */
    private static final Duration DEFAULT = Duration.ofSeconds(1);

    private static final Pattern TIME = Pattern.compile("([0-9]+)(nanos|micros|ms|s|m|h|d)");
    private static final Map<String, Duration> UNITS = Map.of(
            "nanos", Duration.ofNanos(1),
            "micros", Duration.ofNanos(1_000),
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private RefreshIntervals() {}

    /** @return empty if refreshing is disabled, or the setting cannot be parsed */
    static Optional<Duration> of(IndexState index) {
        return Optional.ofNullable(index.settings())
                .map(all -> all.index() == null ? all : all.index())
                .map(IndexSettings::refreshInterval)
                .map(RefreshIntervals::of)
                .orElse(Optional.of(DEFAULT));
    }

    static Optional<Duration> of(@Nullable Time time) {
        Matcher matcher = TIME.matcher(time == null || !time.isTime() ? "" : time.time());
        return matcher.matches()
                ? Optional.of(UNITS.get(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1))))
                : Optional.empty();
    }
}
