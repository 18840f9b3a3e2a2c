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
            "enabled",
            ValueType.bool(),
            "true",
            "whether the indexer that owns partition 0 compares the index with its table");
    static final Setting<Integer> ROWS_PER_SECOND =
            Setting.withDefault("rowsPerSecond", ROWS, "500", "maximum number of rows compared per second and index");
    static final Setting<Duration> PAUSE_BETWEEN_PASSES = Setting.withDefault(
            "pauseBetweenPasses",
            ValueType.duration(Duration.ofMillis(100), Duration.ofDays(30)),
            "1h",
            "pause between two passes; the first pass starts this long after the process, but after one minute at"
                    + " most");
    static final Setting<Duration> SETTLE = Setting.withDefault(
            "settle",
            ValueType.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "2s",
            "how long to wait before a difference is checked again; it counts after five checks");
    static final Setting<Integer> BULK_LOAD_ROWS_PER_SECOND = Setting.withDefault(
            "bulkLoadRowsPerSecond",
            ROWS,
            "5000",
            "maximum number of rows compared per second after a bulk load, even if enabled is false");
    static final Setting<Integer> MOST_GONE_PERCENT = Setting.withDefault(
                    "maxGonePercent",
                    ValueType.integer(1, 100, "percent"),
                    "10",
                    "maximum percentage of the index's documents that a pass may find without a row. A pass that finds more,"
                            + " and more than 1000, stops deleting them and reports it, because a lost permission has the"
                            + " same effect; 100 for no limit")
            .formerly("mostGonePercent");
    static final SettingGroup SCRUB = SettingGroup.of(
            "scrub",
            "background comparison of table and index, for changes that no event announces",
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
