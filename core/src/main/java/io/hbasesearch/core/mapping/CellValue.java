/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.CellForm;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.model.Cell;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes a raw value of one cell, as its field says. Immutable. */
final class CellValue {
    private final CellForm form;
    private final ValueDecoder decoder;
    private final Optional<JsonSelection> path;
    private final boolean isTree;

    /** @throws IllegalArgumentException as {@link ValueDecoders#raw} */
    CellValue(FieldMapping field) {
        this.form = field.form().cells();
        this.decoder = ValueDecoders.raw(field);
        this.path = form.path().map(JsonSelection::new);
        this.isTree = form.isStructured() && field.type() == FieldType.JSON;
    }

    /**
     * @param parsed what was read of the same cells for other fields
     * @return null if the cell says that there is no value, or if it has none where the path leads
     */
    @Nullable
    Object of(Cell cell, ParsedJson parsed) throws UndecodableValueException {
        Object found = path.isEmpty() ? decoder.decode(cell.value().unsafeBytes()) : selected(path.get(), cell, parsed);
        return found != null && isTree ? JsonTree.of(found) : found;
    }

    private @Nullable Object selected(JsonSelection selection, Cell cell, ParsedJson parsed)
            throws UndecodableValueException {
        Object whole = parsed.of(cell, form, decoder);
        return whole == null ? null : selection.of(whole);
    }
}
