/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.definition.value.QualifierPattern;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.rowkey.UndecodableKeys;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The keys of an index definition with {@code unit: cell}. Their groups are in {@link DefinitionSettings}. */
public final class CellSettings {
    /** The unit that a search finds. */
    public enum Unit {
        ROW,
        CELL
    }

    public static final Setting<Unit> UNIT =
            Setting.withDefault("unit", ValueType.oneOf(units()), "row", "what a search finds: rows, or cells in them");

    public static final Setting<List<QualifierPattern>> COLUMNS = Setting.optional(
            "columns",
            ValueType.of(
                            "columns, such as family:attr_* (* for any characters, ? for one) or family:/a regular"
                                    + " expression/",
                            QualifierPattern::parse)
                    .list(),
            "columns whose cells are found; required with unit: cell");

    public static final Setting<Integer> MAX = Setting.withDefault(
                    "maxCells",
                    ValueType.integer(1, 1_000_000, "cells"),
                    "10000",
                    "maximum number of these cells in a row, or in each bucket of a row; a row or bucket with more becomes a"
                            + " dead letter")
            .formerly("most");

    public static final Setting<Integer> BUCKETS = Setting.withDefault(
            "buckets",
            ValueType.integer(1, Bucket.MOST, "buckets"),
            "1",
            "number of documents that a row is divided into, by a hash of the column; an edit of a cell writes only"
                    + " the document of its bucket");

    public static final Setting<UndecodableKeys> UNDECODABLE = RowKeySpecReader.undecodable(
            "handling of a cell whose qualifier does not match the spec: index it without the parts, store a dead"
                    + " letter for its row, or skip the cell; if absent, as set in the spec");

    private CellSettings() {}

    private static Map<String, Unit> units() {
        Map<String, Unit> units = new LinkedHashMap<>();
        for (Unit unit : Unit.values()) {
            units.put(unit.name().toLowerCase(Locale.ROOT), unit);
        }
        return units;
    }
}
