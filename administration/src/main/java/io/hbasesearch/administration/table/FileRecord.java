/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One record of a file of rows.
 *
 * @param line at which it begins, from 1
 * @param values of its fields by their names, without those that have none
 * @param problem why it cannot be read; it does not repeat values
 */
public record FileRecord(long line, Map<String, String> values, Optional<String> problem) {
    public FileRecord {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    static FileRecord of(long line, Map<String, String> values) {
        return new FileRecord(line, values, Optional.empty());
    }

    static FileRecord unreadable(long line, String problem) {
        return new FileRecord(line, Map.of(), Optional.of(problem));
    }

    /** Omits the values: they never reach a log. */
    @Override
    public String toString() {
        return "line " + line + " (" + values.size() + " values)";
    }
}
