/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.SettingValues;
import io.hbasesearch.core.yaml.ValueType;
import java.time.Duration;

/** The keys under {@code indexer.scrub}. */
final class ScrubSettings {
    private static final ValueType<Integer> ROWS = ValueType.integer(1, 1_000_000, "rows");

    static final Setting<Boolean> ENABLED = Setting.withDefault(
            "enabled", ValueType.bool(), "true", "whether the indexer that has partition 0 compares index and table");
    static final Setting<Integer> ROWS_PER_SECOND = Setting.withDefault(
            "rowsPerSecond", ROWS, "500", "the most rows that are compared in a second, for each index");
    static final Setting<Duration> PAUSE_BETWEEN_PASSES = Setting.withDefault(
            "pauseBetweenPasses",
            ValueType.duration(Duration.ofMillis(100), Duration.ofDays(30)),
            "1h",
            "from the end of one pass to the next; the first begins as long after the start, but after a minute at most");
    static final Setting<Duration> SETTLE = Setting.withDefault(
            "settle",
            ValueType.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "2s",
            "how long a difference is left alone before it is looked at again; it counts after five looks");
    static final Setting<Integer> BULK_LOAD_ROWS_PER_SECOND = Setting.withDefault(
            "bulkLoadRowsPerSecond",
            ROWS,
            "5000",
            "the most rows that are compared in a second after a bulk load, also where enabled is false");
    static final Setting<Integer> MOST_GONE_PERCENT = Setting.withDefault(
            "mostGonePercent",
            ValueType.integer(1, 100, "per cent"),
            "10",
            "of the index's documents: a pass that finds more of them, and more than 1000, without a row has no more of them"
                    + " deleted and says so, as a lost permission looks just so; 100 for any number");
    static final SettingGroup SCRUB = SettingGroup.of(
            "scrub",
            "what no event announces",
            ENABLED,
            ROWS_PER_SECOND,
            PAUSE_BETWEEN_PASSES,
            SETTLE,
            BULK_LOAD_ROWS_PER_SECOND,
            MOST_GONE_PERCENT);

    private ScrubSettings() {}

    static ScrubConfig read(SettingValues values) {
        return new ScrubConfig(
                values.get(ENABLED),
                values.get(ROWS_PER_SECOND),
                values.get(PAUSE_BETWEEN_PASSES),
                values.get(SETTLE),
                values.get(BULK_LOAD_ROWS_PER_SECOND),
                values.get(MOST_GONE_PERCENT));
    }
}
