/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.DistanceUnit;
import co.elastic.clients.elasticsearch._types.FieldSort;
import co.elastic.clients.elasticsearch._types.FieldSortNumericType;
import co.elastic.clients.elasticsearch._types.FieldValue;
import co.elastic.clients.elasticsearch._types.GeoDistanceSort;
import co.elastic.clients.elasticsearch._types.GeoDistanceType;
import co.elastic.clients.elasticsearch._types.GeoLocation;
import co.elastic.clients.elasticsearch._types.SortMode;
import co.elastic.clients.elasticsearch._types.SortOptions;
import co.elastic.clients.elasticsearch._types.SortOrder;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.core.spi.search.SortKind;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.elasticsearch.client.StoredFields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Translates an order of hits for Elasticsearch, forwards or backwards. Rows without a number have the greatest or the least
 * possible one, so the row key orders them. A long may have that value: then a second key, the value as a double, tells these rows
 * apart, because a double for none is infinite. Immutable.
 */
final class SortFields {
    private final List<SortKey> keys;
    private final List<SortKind> kinds;
    private final boolean backwards;

    /** The position of each key among those of Elasticsearch. */
    private final int[] positions;

    /** @throws io.hbasesearch.core.error.HBaseSearchException QUERY_INVALID if a key's field has no order */
    SortFields(List<SortKey> keys, IndexDefinition definition, boolean backwards) {
        this.keys = keys;
        this.kinds = keys.stream().map(key -> SortKind.of(key, definition)).toList();
        this.backwards = backwards;
        this.positions = new int[keys.size() + 1];
        for (int i = 0; i < keys.size(); i++) {
            positions[i + 1] = positions[i] + (mayHaveExtremes(keys.get(i), definition) ? 2 : 1);
        }
    }

    /** Tells if a row may have the value that stands for a missing one. */
    private static boolean mayHaveExtremes(SortKey key, IndexDefinition definition) {
        return key instanceof SortKey.Field field
                && definition
                        .field(field.name())
                        .filter(mapping -> mapping.type() == FieldType.LONG)
                        .isPresent();
    }

    private boolean hasTwo(int key) {
        return positions[key + 1] - positions[key] == 2;
    }

    List<SortOptions> options() {
        List<SortOptions> options = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            options.add(option(keys.get(i), kinds.get(i)));
            if (hasTwo(i)) {
                options.add(option(keys.get(i), SortKind.DOUBLE));
            }
        }
        return options;
    }

    private SortOptions option(SortKey key, SortKind kind) {
        SortOrder order = key.descending() ^ backwards ? SortOrder.Desc : SortOrder.Asc;
        if (key instanceof SortKey.Field field) {
            return SortOptions.of(s -> s.field(field(field, kind, order)));
        }
        if (key instanceof SortKey.Distance distance) {
            return SortOptions.of(s -> s.geoDistance(distance(distance)));
        }
        return kind == SortKind.SCORE
                ? SortOptions.of(s -> s.score(score -> score.order(order)))
                : SortOptions.of(s -> s.field(f -> f.field(StoredFields.ROW).order(order)));
    }

    /** Elasticsearch counts a missing value as infinitely far. Far rows are near the opposite point, so these rows end up at the right end. */
    private GeoDistanceSort distance(SortKey.Distance key) {
        boolean greatestFirst = key.missingFirst();
        return GeoDistanceSort.of(g -> g.field(key.name())
                .location(location(key.origin()))
                .order(greatestFirst ^ backwards ? SortOrder.Desc : SortOrder.Asc)
                .mode(greatestFirst ? SortMode.Max : SortMode.Min)
                .unit(DistanceUnit.Meters)
                .distanceType(GeoDistanceType.Arc));
    }

    static GeoLocation location(GeoPoint point) {
        return GeoLocation.of(l -> l.latlon(p -> p.lat(point.lat()).lon(point.lon())));
    }

    private FieldSort field(SortKey.Field key, SortKind kind, SortOrder order) {
        FieldSort.Builder sort = new FieldSort.Builder()
                .field(key.name())
                .order(order)
                .missing(key.missingFirst() ^ backwards ? "_first" : "_last")
                // The value of a multi-valued field that counts stays the same when a page is read backwards.
                .mode(key.descending() ? SortMode.Max : SortMode.Min);
        return switch (kind) {
            case FLOAT, DOUBLE -> sort.numericType(FieldSortNumericType.Double).build();
            // Missing values get the greatest or the least value of this type, whatever the field's own type is.
            case WHOLE -> sort.numericType(FieldSortNumericType.Long).build();
            case SCORE, ROW, TEXT, BOOLEAN, DISTANCE -> sort.build();
        };
    }

    /** Returns the sort values after which Elasticsearch must continue. */
    List<FieldValue> place(SortValues values) {
        SortKind.requireFit(kinds, values);
        List<FieldValue> place = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            Object value = values.values().get(i);
            place.add(toElastic(value, i));
            if (hasTwo(i)) {
                place.add(value instanceof Long number ? FieldValue.of(number.doubleValue()) : infinity(i));
            }
        }
        return place;
    }

    private FieldValue toElastic(@Nullable Object value, int key) {
        if (value instanceof String text) {
            return FieldValue.of(text);
        } else if (value instanceof Long number) {
            return FieldValue.of(number.longValue());
        } else if (value instanceof Double number) {
            return FieldValue.of(number.doubleValue());
        }
        return switch (kinds.get(key)) {
            case FLOAT, DOUBLE -> infinity(key);
            case DISTANCE -> FieldValue.of("Infinity");
            case WHOLE, BOOLEAN -> FieldValue.of(isMissingGreatest(key) ? Long.MAX_VALUE : Long.MIN_VALUE);
            case SCORE, ROW, TEXT -> FieldValue.NULL;
        };
    }

    private FieldValue infinity(int key) {
        return FieldValue.of(isMissingGreatest(key) ? "Infinity" : "-Infinity");
    }

    private boolean isMissingGreatest(int key) {
        return keys.get(key) instanceof SortKey.Field field && field.missingFirst() == field.descending();
    }

    /** @param sort of a hit; a point in time adds a value after our own keys */
    SortValues values(List<FieldValue> sort) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            FieldValue value = sort.get(positions[i]);
            values.add(
                    hasTwo(i)
                            ? Double.isInfinite(number(sort.get(positions[i] + 1))) ? null : (Object) value.longValue()
                            : fromElastic(value, i));
        }
        return new SortValues(values);
    }

    private @Nullable Object fromElastic(FieldValue value, int key) {
        if (value.isNull()) {
            return null;
        }
        return switch (kinds.get(key)) {
            case SCORE -> number(value);
            case ROW, TEXT -> value.stringValue();
            case FLOAT, DOUBLE, DISTANCE -> Double.isInfinite(number(value)) ? null : (Object) number(value);
            case WHOLE -> whole(value.longValue(), key);
            case BOOLEAN ->
                value.isBoolean() ? (Object) (value.booleanValue() ? 1L : 0L) : whole(value.longValue(), key);
        };
    }

    private @Nullable Object whole(long value, int key) {
        return value == (isMissingGreatest(key) ? Long.MAX_VALUE : Long.MIN_VALUE) ? null : (Object) value;
    }

    /** Parses a number; those that JSON cannot express are text. */
    private static double number(FieldValue value) {
        if (value.isString()) {
            return Double.parseDouble(value.stringValue());
        }
        return value.isLong() ? value.longValue() : value.doubleValue();
    }
}
