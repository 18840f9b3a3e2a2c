/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.query.GeoDistances;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.gateway.answer.MappedRow;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Computes the distance that a hit shows, from the row as it is now. Stateless. */
final class HitDistance {
    private static final double PER_METER = 100;

    private HitDistance() {}

    /** Returns metres to a centimetre for the first sort key that is a distance; null if there is none, or the row has no point. */
    static @Nullable Double of(List<SortKey> sort, @Nullable MappedRow row) {
        for (SortKey key : sort) {
            if (key instanceof SortKey.Distance distance) {
                return row == null ? null : of(distance, row.document().fields().get(distance.name()));
            }
        }
        return null;
    }

    private static @Nullable Double of(SortKey.Distance key, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        DoubleStream meters = (value instanceof List<?> several ? several : List.of(value))
                .stream().mapToDouble(each -> GeoDistances.meters(key.point(), GeoPoint.parse(each.toString())));
        double counted = (key.descending() ? meters.max() : meters.min()).orElseThrow();
        return Math.round(counted * PER_METER) / PER_METER;
    }
}
