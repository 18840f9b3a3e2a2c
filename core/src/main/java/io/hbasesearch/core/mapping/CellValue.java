/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.value.CellForm;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.text.CanonicalNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts one cell to a raw value according to its field. Immutable. */
final class CellValue {
    private final CellForm form;
    private final ValueDecoder decoder;
    private final Optional<JsonSelection> path;
    private final boolean isTree;
    private final boolean isText;

    /** @throws IllegalArgumentException as {@link ValueDecoders#raw} */
    CellValue(FieldMapping field) {
        this.form = field.form().cells();
        this.decoder = ValueDecoders.raw(field);
        this.path = form.path().map(JsonSelection::new);
        this.isTree = form.isStructured() && field.type() == FieldType.JSON;
        this.isText = (form.isStructured() || path.isPresent())
                && (field.type() == FieldType.TEXT || field.type() == FieldType.KEYWORD);
    }

    /**
     * @param parsed the parsed cells, which are shared between fields
     * @return null if the cell encodes null, or if it has no value at the path
     */
    @Nullable
    Object of(Cell cell, ParsedJson parsed) throws UndecodableValueException {
        Object found = path.isEmpty() ? decoder.decode(cell.value().unsafeBytes()) : selected(path.get(), cell, parsed);
        if (found == null) {
            return null;
        }
        return isTree ? JsonTree.of(found) : isText ? withTexts(found) : found;
    }

    /** Converts numbers to text without an exponent, as in JSON fields. */
    private static Object withTexts(Object found) throws UndecodableValueException {
        if (found instanceof List<?> list) {
            List<Object> texts = new ArrayList<>();
            for (Object each : list) {
                texts.add(withTexts(each));
            }
            return texts;
        }
        return found instanceof Double number ? CanonicalNumber.text(Numbers.finite(number)) : found;
    }

    private @Nullable Object selected(JsonSelection selection, Cell cell, ParsedJson parsed)
            throws UndecodableValueException {
        Object whole = parsed.of(cell, form, decoder);
        return whole == null ? null : selection.of(whole);
    }
}
