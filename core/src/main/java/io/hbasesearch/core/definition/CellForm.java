/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import java.util.Objects;
import java.util.Optional;

/**
 * How a cell's bytes become a raw value.
 *
 * @param littleEndian of numbers of a fixed width, and of UTF-16 without a byte order mark
 * @param path where in the JSON that the cell holds; without it, the cell is the value
 */
public record CellForm(ValueEncoding encoding, boolean littleEndian, Optional<JsonPath> path) {
    public CellForm {
        Objects.requireNonNull(encoding, "encoding");
        Objects.requireNonNull(path, "path");
    }

    static CellForm of(ValueEncoding encoding) {
        return new CellForm(encoding, false, Optional.empty());
    }
}
