/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.value.CellForm;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.extension.Extension;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.schema.CellSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Caches the parsed cells of one row with JSON, a schema or a codec, so that each is parsed once for all fields that read it. For one
 * thread.
 */
final class ParsedJson {
    private record Key(
            ColumnName column,
            long timestamp,
            ValueEncoding encoding,
            boolean littleEndian,
            Optional<CellSchema> schema,
            Optional<Extension> codec) {}

    private final Map<Key, Object> parsed = new HashMap<>(0);

    /**
     * @param decoder decodes the cell
     * @return null for a JSON null, or if the cell encodes null
     */
    @Nullable
    Object of(Cell cell, CellForm form, ValueDecoder decoder) throws UndecodableValueException {
        Key key = new Key(
                cell.column(), cell.timestamp(), form.encoding(), form.littleEndian(), form.schema(), form.codec());
        Object known = parsed.get(key);
        if (known != null) {
            return known;
        }
        Object decoded = decoder.decode(cell.value().unsafeBytes());
        Object json = form.isStructured() ? decoded : JsonCell.parse(String.valueOf(decoded));
        if (json != null) {
            parsed.put(key, json);
        }
        return json;
    }
}
