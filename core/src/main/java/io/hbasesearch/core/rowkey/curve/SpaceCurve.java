/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.curve;

import java.util.List;

/** Orders cells of a space of two or three dimensions along a line on which near cells tend to be near. Immutable. */
public sealed interface SpaceCurve permits ZCurve, XzCurve {
    /** Returns the number of coordinates of a position. */
    int dimensions();

    /** Tells if the curve accepts boxes; otherwise it accepts points only. */
    boolean takesBoxes();

    /** Returns the position of a box on the curve.
     *
     * @param low its least coordinates
     * @param high its greatest; equal to {@code low} for a point
     */
    long index(double[] low, double[] high);

    /**
     * Returns the positions of all boxes that intersect a window; they may include others.
     *
     * @param most the most ranges, at least 1
     */
    List<CurveRange> ranges(double[] low, double[] high, int most);
}
