/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search.several;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.query.GeoDistances;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.gateway.answer.Found;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Compares hits of several indexes as each index compares its own. Immutable. */
final class HitOrder implements Comparator<Found> {
    private final IndexDefinition definition;
    private final List<SortKey> keys;
    private final int count;
    private final boolean byScore;

    /**
     * @param definition of one of the indexes; the fields of the order have the same types in all
     * @param keys of the order
     * @param count of the keys that are compared; the others are for ties within an index
     * @param byScore false if scores do not count, because each index gives all its matches the same
     */
    HitOrder(IndexDefinition definition, List<SortKey> keys, int count, boolean byScore) {
        this.definition = definition;
        this.keys = keys;
        this.count = count;
        this.byScore = byScore;
    }

    @Override
    public int compare(Found one, Found other) {
        for (int i = 0; i < count; i++) {
            int order = compare(i, one, other);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private int compare(int place, Found one, Found other) {
        SortKey key = keys.get(place);
        if (key instanceof SortKey.Field field) {
            return compare(field, value(field, place, one), value(field, place, other));
        }
        if (key instanceof SortKey.Distance distance) {
            int farther = Double.compare(distance(distance, place, one), distance(distance, place, other));
            return distance.missingFirst() ? -farther : farther;
        }
        int order = key instanceof SortKey.RowOrder
                ? one.key().compareTo(other.key())
                : byScore ? Float.compare(score(one), score(other)) : 0;
        return key.descending() ? -order : order;
    }

    /** Returns the distance from {@link SortKey.Distance#origin}, as indexes measure it; infinity for a row without a value. */
    private static double distance(SortKey.Distance key, int place, Found found) {
        if (found.values() != null) {
            Object value = found.values().values().get(place);
            return value instanceof Double meters ? meters : Double.POSITIVE_INFINITY;
        }
        Object value = value(key.name(), found);
        if (value == null) {
            return Double.POSITIVE_INFINITY;
        }
        DoubleStream meters = (value instanceof List<?> several ? several : List.of(value))
                .stream().mapToDouble(each -> GeoDistances.meters(key.origin(), GeoPoint.parse(each.toString())));
        return (key.missingFirst() ? meters.max() : meters.min()).orElse(Double.POSITIVE_INFINITY);
    }

    /** Returns the value of a row that the table returned. */
    private static @Nullable Object value(String field, Found found) {
        return found.row() == null ? null : found.row().document().fields().get(field);
    }

    /** A row of the table has no score. */
    private static float score(Found found) {
        return found.score() == null ? 0 : found.score();
    }

    private static int compare(SortKey.Field key, @Nullable Object one, @Nullable Object other) {
        if (one == null || other == null) {
            int missing = Boolean.compare(other == null, one == null);
            return key.missingFirst() ? missing : -missing;
        }
        int order = compareValues(one, other);
        return key.descending() ? -order : order;
    }

    private static int compareValues(Object one, Object other) {
        if (one instanceof String text) {
            return ByteArray.utf8(text).compareTo(ByteArray.utf8((String) other));
        }
        return one instanceof Long whole ? whole.compareTo((Long) other) : Double.compare((Double) one, (Double) other);
    }

    private @Nullable Object value(SortKey.Field key, int place, Found found) {
        if (found.values() != null) {
            return found.values().values().get(place);
        }
        Object value = value(key.name(), found);
        if (value instanceof List<?> several) {
            Comparator<Object> order = HitOrder::compareValues;
            return several.stream()
                    .map(each -> sortValue(key, Objects.requireNonNull(each)))
                    .max(key.descending() ? order : order.reversed())
                    .orElse(null);
        }
        return value == null ? null : sortValue(key, value);
    }

    /** Returns a value of a document as an index sorts it. */
    private Object sortValue(SortKey.Field key, Object value) {
        if (value instanceof Boolean bool) {
            return bool ? 1L : 0L;
        }
        FieldType type = definition.field(key.name()).map(FieldMapping::type).orElseThrow();
        return switch (type) {
            case DATE -> Instant.parse((String) value).toEpochMilli();
            case FLOAT -> (double) ((Double) value).floatValue();
            case KEYWORD, BOOLEAN, INT, LONG, DOUBLE, TEXT, JSON, GEO_POINT -> value;
        };
    }
}
