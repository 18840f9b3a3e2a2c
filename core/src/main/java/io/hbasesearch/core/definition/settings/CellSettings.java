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
            Setting.withDefault("unit", ValueType.oneOf(units()), "row", "what is found: rows, or cells in them");

    public static final Setting<List<QualifierPattern>> COLUMNS = Setting.optional(
            "columns",
            ValueType.of(
                            "columns, as family:attr_* with * and ? for any characters and one, or family:/a regular"
                                    + " expression/",
                            QualifierPattern::parse)
                    .list(),
            "whose cells are found; needed with unit: cell");

    public static final Setting<Integer> MOST = Setting.withDefault(
            "most",
            ValueType.integer(1, 1_000_000, "cells"),
            "10000",
            "how many of them a row may have, or each bucket of a row: one with more is a dead letter");

    public static final Setting<Integer> BUCKETS = Setting.withDefault(
            "buckets",
            ValueType.integer(1, Bucket.MOST, "buckets"),
            "1",
            "how many documents a row is divided into, by a hash of the column: an edit of a cell writes that of its"
                    + " bucket alone");

    public static final Setting<UndecodableKeys> UNDECODABLE = RowKeySpecReader.undecodable(
            "what becomes of a cell whose qualifier does not fit the spec: indexed without its parts, its row a dead"
                    + " letter, or the cell left out; as the spec has it if absent");

    private CellSettings() {}

    private static Map<String, Unit> units() {
        Map<String, Unit> units = new LinkedHashMap<>();
        for (Unit unit : Unit.values()) {
            units.put(unit.name().toLowerCase(Locale.ROOT), unit);
        }
        return units;
    }
}
