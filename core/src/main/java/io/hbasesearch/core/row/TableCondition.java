/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.KeyRange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a table is like at one moment, as far as an index depends on it.
 *
 * @param exists false leaves the rest empty
 * @param enabled a disabled table keeps its rows and shows none
 * @param families family to whether its edits are announced; empty if the reader may not know
 * @param regions key range to the id that its region got when it was made
 */
public record TableCondition(
        boolean exists, boolean enabled, Map<String, Boolean> families, Map<KeyRange, Long> regions) {
    private static final int REGIONS_THAT_RARELY_MERGE_AT_ONCE = 3;

    public TableCondition {
        families = Map.copyOf(Objects.requireNonNull(families, "families"));
        regions = Map.copyOf(new LinkedHashMap<>(regions));
    }

    /** Of a table that does not exist. */
    public static TableCondition missing() {
        return new TableCondition(false, false, Map.of(), Map.of());
    }

    /**
     * Whether the table's rows were probably thrown away between an earlier look and this one: by truncation, or by dropping and
     * creating it. Splits and merges change ranges; a region that keeps its range and changes its id was made anew. So were all, as a
     * rule, if three or more became one.
     *
     * <p>It errs both ways. HBase merges more than two regions at once when it is told to (HBASE-22777, HBASE-22827): then the answer is
     * yes and nothing was lost. And two regions that became one, or a table that was made anew with other ranges, may have lost
     * everything: then the answer is no.
     */
    public boolean replaces(TableCondition earlier) {
        boolean madeAnew = regions.entrySet().stream().anyMatch(region -> {
            Long before = earlier.regions().get(region.getKey());
            return before != null && !before.equals(region.getValue());
        });
        boolean noneIsLeft = earlier.regions().size() >= REGIONS_THAT_RARELY_MERGE_AT_ONCE
                && regions.size() == 1
                && earlier.regions().keySet().stream().noneMatch(regions::containsKey);
        return madeAnew || noneIsLeft;
    }
}
