/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.CellForm;
import io.hbasesearch.core.definition.ValueEncoding;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cells of one row that hold JSON, each read once however many fields look into it. For one thread. */
final class ParsedJson {
    private record Key(ColumnName column, ValueEncoding encoding, boolean littleEndian) {}

    private final Map<Key, Object> parsed = new HashMap<>(0);

    /**
     * @param text decodes the cell
     * @return null for a JSON null
     */
    @Nullable
    Object of(Cell cell, CellForm form, ValueDecoder text) throws UndecodableValueException {
        Key key = new Key(cell.column(), form.encoding(), form.littleEndian());
        Object known = parsed.get(key);
        if (known != null) {
            return known;
        }
        Object json = JsonCell.parse(String.valueOf(text.decode(cell.value().unsafeBytes())));
        if (json != null) {
            parsed.put(key, json);
        }
        return json;
    }
}
