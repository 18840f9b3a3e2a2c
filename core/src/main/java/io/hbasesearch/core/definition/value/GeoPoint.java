/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A point on the earth, in degrees.
 *
 * @param lat latitude, from -90 to 90
 * @param lon longitude, from -180 to 180
 */
public record GeoPoint(double lat, double lon) {
    /** The forms of a point in text. */
    public static final String FORM = "a point as latitude,longitude or POINT (longitude latitude), in degrees";

    /** Limits the work for a hostile text. */
    private static final int MAX_TEXT = 1_000;

    private static final String NUMBER =
            "([+-]?(?:[0-9]{1,400}\\.?[0-9]{0,400}|\\.[0-9]{1,400})(?:[eE][+-]?[0-9]{1,4})?)";
    private static final Pattern PAIR = Pattern.compile("\\s*" + NUMBER + "\\s*,\\s*" + NUMBER + "\\s*");
    private static final Pattern WKT = Pattern.compile(
            "\\s*POINT\\s*\\(\\s*" + NUMBER + "\\s+" + NUMBER + "\\s*\\)\\s*", Pattern.CASE_INSENSITIVE);
    private static final Pattern ONE = Pattern.compile(NUMBER);

    /** @throws IllegalArgumentException if a coordinate is out of range or not finite; the message completes "the value ..." */
    public GeoPoint {
        lat = within(lat, 90, "latitude");
        lon = within(lon, 180, "longitude");
    }

    private static double within(double degrees, int most, String name) {
        if (!(Math.abs(degrees) <= most)) {
            throw new IllegalArgumentException("has a " + name + " that is not from -" + most + " to " + most);
        }
        return degrees + 0.0; // -0.0 becomes 0.0: they are one number
    }

    /**
     * Reads {@code lat,lon} or {@code POINT (lon lat)}.
     *
     * @throws IllegalArgumentException if the text is no point; the message completes "the value ..."
     */
    public static GeoPoint parse(String text) {
        if (text.length() <= MAX_TEXT) {
            Matcher pair = PAIR.matcher(text);
            if (pair.matches()) {
                return new GeoPoint(Double.parseDouble(pair.group(1)), Double.parseDouble(pair.group(2)));
            }
            Matcher wkt = WKT.matcher(text);
            if (wkt.matches()) {
                return new GeoPoint(Double.parseDouble(wkt.group(2)), Double.parseDouble(wkt.group(1)));
            }
        }
        throw new IllegalArgumentException("is not " + FORM);
    }

    /**
     * Reads a number in decimal digits.
     *
     * @throws IllegalArgumentException if it is none; the message completes "the value ..."
     */
    public static double number(String text) {
        if (text.length() > MAX_TEXT || !ONE.matcher(text).matches()) {
            throw new IllegalArgumentException("is not a number");
        }
        return Double.parseDouble(text);
    }

    /** Returns the point as documents have it: {@code lat,lon}. */
    public String text() {
        return lat + "," + lon;
    }

    /** Returns the point on the other side of the earth, the farthest from this one. */
    public GeoPoint opposite() {
        return new GeoPoint(-lat, lon > 0 ? lon - 180 : lon + 180);
    }
}
