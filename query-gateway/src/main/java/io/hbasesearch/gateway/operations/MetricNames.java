/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.operations;

import java.util.List;
import java.util.regex.Pattern;

/** Checks Prometheus's naming conventions, as far as a program can. */
final class MetricNames {
    private static final Pattern NAME = Pattern.compile("hbase_search(_[a-z0-9]+)+");
    private static final Pattern TAG = Pattern.compile("[a-z][a-z0-9_]*");
    /** Units that are not base units. */
    private static final List<String> DERIVED_UNITS =
            List.of("_millis", "_milliseconds", "_ms", "_micros", "_nanos", "_minutes", "_kb", "_mb", "_percent");

    /** Suffixes of counters and of what Prometheus derives; its client strips them from names of gauges. */
    private static final List<String> RESERVED = List.of("_total", "_count", "_created", "_bucket", "_info");

    private MetricNames() {}

    static void checkCounter(String name) {
        check(name);
        require(name.endsWith("_total"), name, "a counter ends with _total");
    }

    static void checkTimer(String name) {
        check(name);
        require(name.endsWith("_seconds"), name, "a timer ends with _seconds");
    }

    static void checkGauge(String name) {
        check(name);
        RESERVED.forEach(suffix -> require(!name.endsWith(suffix), name, suffix + " is not a gauge's suffix"));
    }

    static void checkTags(String name, String... tags) {
        require(tags.length % 2 == 0, name, "tags are key, value, key, value");
        for (int i = 0; i < tags.length; i += 2) {
            require(TAG.matcher(tags[i]).matches(), name, "a tag's key is in snake_case, not " + tags[i]);
        }
    }

    private static void check(String name) {
        require(NAME.matcher(name).matches(), name, "a name begins with hbase_search_ and is in snake_case");
        DERIVED_UNITS.forEach(unit -> require(
                !name.endsWith(unit) && !name.endsWith(unit + "_total"),
                name,
                "base units are seconds, bytes and ratios, not " + unit));
    }

    private static void require(boolean holds, String name, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("not a metric's name: " + name + " (" + rule + ")");
        }
    }
}
