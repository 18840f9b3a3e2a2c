/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.curve;

import java.util.List;

/** Orders cells of a space of two or three dimensions along a line on which near cells tend to be near. Immutable. */
public sealed interface SpaceCurve permits ZCurve, XzCurve {
    /** How many coordinates a position has. */
    int dimensions();

    /** Whether it takes boxes, else only points. */
    boolean takesBoxes();

    /**
     * Where a box is on the curve.
     *
     * @param low its least coordinates
     * @param high its greatest; equal to {@code low} for a point
     */
    long index(double[] low, double[] high);

    /**
     * Positions among which all boxes are that intersect a window; others may be there too.
     *
     * @param most how many ranges there may be, at least 1
     */
    List<CurveRange> ranges(double[] low, double[] high, int most);
}
