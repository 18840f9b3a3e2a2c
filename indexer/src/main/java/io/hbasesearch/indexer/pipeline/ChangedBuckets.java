/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowParts;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.event.CellChange;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Determines from an event's cells which of a row's documents it may have changed. Returns all of them in case of doubt: if cells
 * were omitted, a family was deleted, or the row was requested as a whole. Immutable.
 */
final class ChangedBuckets {
    private final RowParts parts;
    private final List<Bucket> all;

    ChangedBuckets(IndexDefinition definition) {
        parts = new RowParts(definition);
        all = parts.buckets();
    }

    Collection<Bucket> of(RowMutation mutation) {
        boolean isTold = mutation.getCause() == RowMutation.Cause.EDIT
                && (mutation.getPayload() == Payload.EDITS || mutation.getPayload() == Payload.COLUMNS)
                && mutation.getCellsCount() > 0;
        if (all.size() == 1 || !isTold) {
            return all;
        }
        Set<Bucket> changed = new TreeSet<>();
        for (CellChange cell : mutation.getCellsList()) {
            changed.addAll(of(cell));
            if (changed.size() == all.size()) {
                return all;
            }
        }
        return changed;
    }

    private List<Bucket> of(CellChange cell) {
        String family = cell.getFamily().toString(UTF_8);
        return switch (cell.getType()) {
            case PUT, DELETE, DELETE_COLUMN ->
                parts.concerned(new ColumnName(
                        family, ByteArray.wrap(cell.getQualifier().toByteArray())));
            case DELETE_FAMILY, DELETE_FAMILY_VERSION -> parts.concerned(family);
            case CELL_TYPE_UNSPECIFIED, UNRECOGNIZED -> all;
        };
    }
}
