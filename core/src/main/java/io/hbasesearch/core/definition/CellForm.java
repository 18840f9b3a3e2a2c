/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.extension.Extension;
import io.hbasesearch.core.schema.CellSchema;
import java.util.Objects;
import java.util.Optional;

/**
 * How a cell's bytes become a raw value.
 *
 * @param littleEndian of numbers of a fixed width, and of UTF-16 without a byte order mark
 * @param path where in the JSON that the cell holds, or in what a schema or codec makes of it; without it, the cell is the value
 * @param schema that the cell is written by, whatever the encoding
 * @param codec that reads the cell, whatever the encoding
 */
public record CellForm(
        ValueEncoding encoding,
        boolean littleEndian,
        Optional<JsonPath> path,
        Optional<CellSchema> schema,
        Optional<Extension> codec) {
    public CellForm {
        Objects.requireNonNull(encoding, "encoding");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(codec, "codec");
    }

    CellForm(ValueEncoding encoding, boolean littleEndian, Optional<JsonPath> path) {
        this(encoding, littleEndian, path, Optional.empty(), Optional.empty());
    }

    /** Whether something else than the encoding tells how the cell is read. */
    public boolean isStructured() {
        return schema.isPresent() || codec.isPresent();
    }

    static CellForm of(ValueEncoding encoding) {
        return new CellForm(encoding, false, Optional.empty());
    }
}
