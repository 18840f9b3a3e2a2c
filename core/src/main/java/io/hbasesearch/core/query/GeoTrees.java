/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.query.FieldResolver.Target;

/** Reads the kinds of query trees that search points. Stateless. */
final class GeoTrees {
    private static final int LAT = 90;
    private static final int LON = 180;

    private GeoTrees() {}

    static Query distance(Target target, TreeObject body) {
        requirePoints(target, body);
        GeoPoint center = new GeoPoint(degrees(body, "lat", LAT), degrees(body, "lon", LON));
        String text = body.value("distance");
        try {
            return new Query.GeoDistance(target.names().get(0), center, GeoDistances.parse(text));
        } catch (IllegalArgumentException e) {
            throw body.place("distance").error("distance " + e.getMessage(), null);
        }
    }

    static Query box(Target target, TreeObject body) {
        requirePoints(target, body);
        double top = degrees(body, "top", LAT);
        double bottom = degrees(body, "bottom", LAT);
        if (top < bottom) {
            throw body.place("top").error("top is south of bottom", "exchange top and bottom");
        }
        return new Query.GeoBox(
                target.names().get(0), top, degrees(body, "left", LON), bottom, degrees(body, "right", LON));
    }

    private static void requirePoints(Target target, TreeObject body) {
        if (target.type() != FieldType.GEO_POINT) {
            throw body.place("field")
                    .error(
                            "distances and boxes are for geo_point fields; " + LeafConverter.describe(target),
                            "index the column in a field of type geo_point too");
        }
    }

    private static double degrees(TreeObject body, String name, int most) {
        String text = body.value(name);
        double degrees = Double.NaN;
        try {
            degrees = GeoPoint.number(text);
        } catch (IllegalArgumentException e) {
            // Reported below, with the range.
        }
        if (!(Math.abs(degrees) <= most)) {
            throw body.place(name).error(name + " must be a number from -" + most + " to " + most, null);
        }
        return degrees;
    }
}
