/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.Objects;

/**
 * The format of a field's values at their source, and their conversion to the field's type.
 *
 * @param cells for values from cells
 * @param dates for fields of type date
 */
public record ValueForm(CellForm cells, TextForm texts, DateForm dates, OnError onError) {
    public ValueForm {
        Objects.requireNonNull(cells, "cells");
        Objects.requireNonNull(texts, "texts");
        Objects.requireNonNull(dates, "dates");
        Objects.requireNonNull(onError, "onError");
    }

    public static ValueForm of(ValueEncoding encoding, DateForm dates) {
        return new ValueForm(CellForm.of(encoding), TextForm.DEFAULT, dates, OnError.DEAD_LETTER);
    }

    public ValueForm withEncoding(ValueEncoding other) {
        return new ValueForm(
                new CellForm(other, cells.littleEndian(), cells.path(), cells.schema(), cells.codec()),
                texts,
                dates,
                onError);
    }

    /** Tells if one source value may give several values. */
    public boolean isMany() {
        return texts.separator().isPresent()
                || cells.path().filter(JsonPath::isMany).isPresent();
    }
}
