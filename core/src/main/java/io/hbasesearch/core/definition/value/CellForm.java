/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import io.hbasesearch.core.extension.Extension;
import io.hbasesearch.core.schema.CellSchema;
import java.util.Objects;
import java.util.Optional;

/**
 * Describes the conversion of a cell's bytes to a raw value.
 *
 * @param littleEndian applies to fixed-width numbers, and to UTF-16 without a byte order mark
 * @param path into the cell's JSON, or into the object that a schema or codec decodes; without it, the cell is the value
 * @param schema of the cell; replaces the encoding
 * @param codec that reads the cell; replaces the encoding
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

    public CellForm(ValueEncoding encoding, boolean littleEndian, Optional<JsonPath> path) {
        this(encoding, littleEndian, path, Optional.empty(), Optional.empty());
    }

    /** Tells if a path, schema or codec reads the cell instead of the encoding alone. */
    public boolean isStructured() {
        return schema.isPresent() || codec.isPresent();
    }

    public static CellForm of(ValueEncoding encoding) {
        return new CellForm(encoding, false, Optional.empty());
    }
}
