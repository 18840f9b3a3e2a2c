/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.Row;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes one object of a row's cells, so that any number of columns is one field of the index. Immutable. */
record ColumnObject(FieldSource.Columns columns, ValueDecoder decoder) {
    /** Numbers with more zeros than this are members as text. */
    private static final int MAX_SCALE = 1_000;

    /** @return null if the row has none of the columns */
    @Nullable
    Object of(Row row) throws UndecodableValueException {
        Map<String, Object> members = new LinkedHashMap<>();
        for (Cell cell : row.cells()) {
            String name = columns.pattern().name(cell.column());
            if (!name.isEmpty()) {
                Object value = member(cell);
                if (value != null) {
                    members.put(name, value);
                }
            }
            if (members.size() > columns.most()) {
                throw new UndecodableValueException("there are more than " + columns.most() + ", see mostColumns");
            }
        }
        return members.isEmpty() ? null : members;
    }

    /** As the same number would be read from JSON: what an index gives back is equal to what it was given. */
    private static Object number(BigDecimal number) {
        if (Math.abs((long) number.scale()) > MAX_SCALE) {
            return Numbers.exactText(number);
        }
        BigDecimal plain = Numbers.plain(number);
        if (plain.scale() == 0) {
            return plain.unscaledValue().bitLength() < Long.SIZE ? (Object) plain.longValue() : plain;
        }
        double approximation = plain.doubleValue();
        boolean isExact =
                Double.isFinite(approximation) && new BigDecimal(Double.toString(approximation)).compareTo(plain) == 0;
        return isExact ? (Object) approximation : plain;
    }

    private @Nullable Object member(Cell cell) throws UndecodableValueException {
        try {
            Object raw = decoder.decode(cell.value().unsafeBytes());
            if (raw instanceof Double number) {
                return Numbers.finite(number);
            }
            if (raw instanceof BigInteger number) {
                return number(new BigDecimal(number));
            }
            if (raw instanceof BigDecimal number) {
                return number(number);
            }
            return raw == null || raw instanceof Long || raw instanceof Boolean ? raw : ValueConverter.text(raw);
        } catch (UndecodableValueException e) {
            throw new UndecodableValueException(cell.column() + " " + e.getMessage());
        }
    }
}
