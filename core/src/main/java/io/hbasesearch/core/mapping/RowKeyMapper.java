/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes row keys according to a definition. Immutable. */
final class RowKeyMapper {
    private final RowKeyFormat format;
    private final Optional<RowKeySpec> spec;

    RowKeyMapper(IndexDefinition definition) {
        this.format = definition.rowKeyFormat();
        this.spec = definition.rowKey().map(RowKeyDeclaration::spec);
    }

    /**
     * Returns the key's text and fields. The text is computed even if it is not a field, because results display it.
     *
     * @return null if the definition excludes rows with this kind of key
     * @throws UnmappableRowException if the key does not fit the definition
     */
    @Nullable
    RowValues read(Row row) {
        if (spec.isEmpty()) {
            return new RowValues(row, text(row), Map.of());
        }
        DecodedKey decoded = spec.get().decode(row.key());
        if (decoded instanceof DecodedKey.Readable readable) {
            return new RowValues(row, text(row), readable.values());
        }
        return switch (spec.get().undecodable()) {
            case RAW -> new RowValues(row, text(row), Map.of());
            case SKIP -> null;
            case DEAD_LETTER ->
                throw new UnmappableRowException("the row key does not fit its specification: "
                        + ((DecodedKey.Unreadable) decoded).reason() + " (rowKey.spec in the index definition)");
        };
    }

    private String text(Row row) {
        byte[] bytes = row.key().bytes().unsafeBytes();
        try {
            return switch (format) {
                case TEXT -> StrictUtf8.decode(bytes);
                case BINARY -> HexFormat.of().formatHex(bytes);
            };
        } catch (UndecodableValueException e) {
            throw ofWholeKey(e);
        }
    }

    static UnmappableRowException ofWholeKey(UndecodableValueException reason) {
        return new UnmappableRowException("the row key " + reason.getMessage() + " (rowKey in the index definition)");
    }

    /** Returns a decoded field as a raw value; bytes in hexadecimal digits. */
    static Object raw(KeyValue value) {
        if (value instanceof KeyValue.Whole whole) {
            return whole.number();
        }
        if (value instanceof KeyValue.Real real) {
            return real.number();
        }
        return value instanceof KeyValue.Moment moment ? moment.instant() : value.text();
    }
}
