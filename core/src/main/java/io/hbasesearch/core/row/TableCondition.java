/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.KeyRange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The state of a table at one moment, as far as an index depends on it.
 *
 * @param exists false leaves the rest empty
 * @param enabled a disabled table keeps its rows and shows none
 * @param families family to true if its edits are announced; empty if the reader lacks the permission
 * @param regions key range to the id that its region got when it was created
 */
public record TableCondition(
        boolean exists, boolean enabled, Map<String, Boolean> families, Map<KeyRange, Long> regions) {
    private static final int REGIONS_THAT_RARELY_MERGE_AT_ONCE = 3;

    public TableCondition {
        families = Map.copyOf(Objects.requireNonNull(families, "families"));
        regions = Map.copyOf(new LinkedHashMap<>(regions));
    }

    /** Returns the state of a table that does not exist. */
    public static TableCondition missing() {
        return new TableCondition(false, false, Map.of(), Map.of());
    }

    /**
     * Tells if the table's rows were probably removed since an earlier check: by truncation, or because the table was dropped and
     * created again. Splits and merges change ranges; a region with the same range and another id was created again. As a rule, so
     * were all regions if three or more became one.
     *
     * <p>The result can be wrong both ways. HBase merges more than two regions at once on request (HBASE-22777, HBASE-22827): then
     * the result is true although nothing was lost. Two regions that became one, or a table that was created again with other ranges,
     * may have lost everything: then the result is false.
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
