/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.CellForm;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.text.CanonicalNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes a raw value of one cell, as its field says. Immutable. */
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
     * @param parsed what was read of the same cells for other fields
     * @return null if the cell says that there is no value, or if it has none where the path leads
     */
    @Nullable
    Object of(Cell cell, ParsedJson parsed) throws UndecodableValueException {
        Object found = path.isEmpty() ? decoder.decode(cell.value().unsafeBytes()) : selected(path.get(), cell, parsed);
        if (found == null) {
            return null;
        }
        return isTree ? JsonTree.of(found) : isText ? withTexts(found) : found;
    }

    /** Numbers without an exponent, as JSON fields have them. */
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
