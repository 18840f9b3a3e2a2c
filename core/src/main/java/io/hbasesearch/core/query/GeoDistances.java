/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.value.GeoPoint;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.geo.GeoEncodingUtils;
import org.apache.lucene.geo.GeoUtils;
import org.apache.lucene.util.SloppyMath;

/**
 * Compares points exactly as both backends do: stored points in steps of about a centimetre, distances on a sphere with the earth's mean
 * radius. Stateless.
 */
public final class GeoDistances {
    /** Half of the earth's circumference in metres: no two points are farther apart. */
    public static final double MOST_METERS = Math.PI * GeoUtils.EARTH_MEAN_RADIUS_METERS;

    private static final Pattern DISTANCE = Pattern.compile("([0-9.eE+-]{1,100})\\s*(m|km|mi)");
    private static final double METERS_OF_KILOMETER = 1_000;
    private static final double METERS_OF_MILE = 1_609.344;

    private GeoDistances() {}

    /**
     * Reads a distance with its unit, such as {@code 5km}.
     *
     * @return metres
     * @throws IllegalArgumentException if it is none, or too large; the message completes "the distance ..."
     */
    static double parse(String text) {
        Matcher matcher = DISTANCE.matcher(text);
        double meters = 0;
        if (matcher.matches()) {
            double unit = matcher.group(2).equals("m")
                    ? 1
                    : matcher.group(2).equals("km") ? METERS_OF_KILOMETER : METERS_OF_MILE;
            meters = GeoPoint.number(matcher.group(1)) * unit;
        }
        if (!(meters > 0)) {
            throw new IllegalArgumentException("is not a positive number with the unit m, km or mi, as in 5km");
        }
        if (meters > MOST_METERS) {
            throw new IllegalArgumentException("is more than half of the earth's circumference, "
                    + (long) (MOST_METERS / METERS_OF_KILOMETER) + "km");
        }
        return meters;
    }

    /** Returns the distance in metres of a stored point. */
    public static double meters(GeoPoint from, GeoPoint stored) {
        return SloppyMath.haversinMeters(from.lat(), from.lon(), lat(stored.lat()), lon(stored.lon()));
    }

    /** Tells if a stored point is within a distance. */
    public static boolean matches(Query.GeoDistance query, GeoPoint stored) {
        GeoPoint center = query.center();
        return SloppyMath.haversinSortKey(center.lat(), center.lon(), lat(stored.lat()), lon(stored.lon()))
                <= GeoUtils.distanceQuerySortKey(query.meters());
    }

    /** Tells if a stored point is in a box. */
    public static boolean matches(Query.GeoBox box, GeoPoint stored) {
        double lat = lat(stored.lat());
        double lon = lon(stored.lon());
        boolean isBetween = box.left() > box.right()
                ? lon >= box.left() || lon <= box.right()
                : lon >= box.left() && lon <= box.right();
        return lat >= box.bottom() && lat <= box.top() && isBetween;
    }

    /** Returns a latitude as indexes have it. */
    static double lat(double degrees) {
        return GeoEncodingUtils.decodeLatitude(GeoEncodingUtils.encodeLatitude(degrees));
    }

    /** Returns a longitude as indexes have it. */
    static double lon(double degrees) {
        return GeoEncodingUtils.decodeLongitude(GeoEncodingUtils.encodeLongitude(degrees));
    }
}
