/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a command, independent of its output format. Immutable.
 *
 * @param rowsName the key of the rows in a JSON object, {@code hits} for instance
 * @param summary values that apply to all rows together; when empty, JSON is a plain array of the rows
 * @param columns keys of the rows, in the order in which tables and CSV show them
 * @param rows values are strings, numbers, booleans, null, lists or maps
 */
public record Result(
        String rowsName, Map<String, Object> summary, List<String> columns, List<Map<String, @Nullable Object>> rows) {
    public Result {
        Objects.requireNonNull(rowsName, "rowsName");
        summary = Collections.unmodifiableMap(new LinkedHashMap<>(summary));
        columns = List.copyOf(columns);
        rows = rows.stream()
                .map(row -> Collections.unmodifiableMap(new LinkedHashMap<>(row)))
                .toList();
    }

    public static Result rows(String rowsName, List<String> columns, List<Map<String, @Nullable Object>> rows) {
        return new Result(rowsName, Map.of(), columns, rows);
    }

    /** Returns what a command would do, one row per step. */
    public static Result steps(List<String> steps) {
        return rows(
                "steps",
                List.of("step"),
                steps.stream().map(step -> row("step", step)).toList());
    }

    /** Creates a row from alternating keys and values; null values are kept. */
    public static Map<String, @Nullable Object> row(@Nullable Object... keysAndValues) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            row.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
        }
        return row;
    }
}
