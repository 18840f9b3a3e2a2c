/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.sample;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** A row of the sample data for HBase. */
public record SampleRow(RowKey key, Map<ColumnName, ByteArray> cells) {
    public SampleRow {
        Objects.requireNonNull(key, "key");
        cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    }

    /** Omits values: they must never reach a log. */
    @Override
    public String toString() {
        return key + " (" + cells.size() + " cells)";
    }
}
