/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import java.util.Objects;

/**
 * How a field's values are written where they come from.
 *
 * @param encoding of cells; {@code UTF8} for what is no cell
 * @param dates for fields of type date
 */
public record ValueForm(ValueEncoding encoding, DateForm dates) {
    public ValueForm {
        Objects.requireNonNull(encoding, "encoding");
        Objects.requireNonNull(dates, "dates");
    }

    static ValueForm of(ValueEncoding encoding) {
        return new ValueForm(encoding, DateForm.DEFAULT);
    }

    ValueForm withEncoding(ValueEncoding other) {
        return new ValueForm(other, dates);
    }
}
