/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Selects the cells of rows whose fields need no column. The first cell shows that the row exists, and the newest one shows when it
 * was last written.
 *
 * @param ofConditions columns that conditions read in any case
 * @param keepsNewest true if a field has the newest timestamp
 */
public record AnyCell(Set<ColumnName> ofConditions, boolean keepsNewest) implements ColumnSelection.CellFilter {
    public AnyCell {
        ofConditions = Set.copyOf(ofConditions);
    }

    @Override
    public Predicate<ColumnName> ofRow() {
        boolean[] isBegun = new boolean[1];
        return column -> {
            boolean isFirst = !isBegun[0];
            isBegun[0] = true;
            return isFirst || ofConditions.contains(column);
        };
    }

    @Override
    public Optional<Set<ColumnName>> besidesFirst() {
        return Optional.of(ofConditions);
    }
}
