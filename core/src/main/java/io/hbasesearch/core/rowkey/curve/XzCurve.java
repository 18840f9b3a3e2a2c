/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.curve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The XZ-ordering of boxes. Each box belongs to the smallest square that contains it once the square's sides are doubled. Squares are
 * numbered depth first, each before those inside it. After C. Böhm, G. Klump and H.-P. Kriegel, "XZ-Ordering: A Space-Filling Curve
 * for Objects with Spatial Extension", SSD 1999 (lemmas 1 to 4), there for two dimensions.
 */
public final class XzCurve implements SpaceCurve {
    private final double[] least;
    private final double[] most;
    private final int resolution;
    private final int fanOut;

    /**
     * @param least coordinates of the space
     * @param most coordinates of the space
     * @param resolution the number of times that the space is halved
     */
    public XzCurve(double[] least, double[] most, int resolution) {
        this.least = least.clone();
        this.most = most.clone();
        this.resolution = resolution;
        this.fanOut = 1 << least.length;
        if (resolution < 1 || resolution * least.length > 60) {
            throw new IllegalArgumentException("the resolution is at least 1, and the curve has at most 60 bits");
        }
    }

    /** A square of the unit space. */
    private record Square(double[] corner, int level, long code) {
        double side() {
            return Math.scalb(1.0, -level);
        }
    }

    @Override
    public int dimensions() {
        return least.length;
    }

    @Override
    public boolean takesBoxes() {
        return true;
    }

    private double[] normalized(double[] coordinates) {
        double[] normalized = new double[coordinates.length];
        for (int i = 0; i < normalized.length; i++) {
            double inside = Math.max(least[i], Math.min(most[i], coordinates[i]));
            normalized[i] = (inside - least[i]) / (most[i] - least[i]);
        }
        return normalized;
    }

    @Override
    public long index(double[] low, double[] high) {
        double[] from = normalized(low);
        double[] to = normalized(high);
        int length = length(from, to);
        long code = 0;
        double[] corner = new double[from.length];
        for (int level = 0; level < length; level++) {
            double side = Math.scalb(1.0, -level - 1);
            int quarter = 0;
            for (int i = 0; i < corner.length; i++) {
                if (from[i] >= corner[i] + side) {
                    quarter |= 1 << i;
                    corner[i] += side;
                }
            }
            code += 1 + quarter * squaresFrom(level + 1);
        }
        return code;
    }

    /** Returns the number of halvings after which the doubled square would no longer contain the box (lemma 1). */
    private int length(double[] from, double[] to) {
        double longest = 0;
        for (int i = 0; i < from.length; i++) {
            longest = Math.max(longest, to[i] - from[i]);
        }
        int length = (int) Math.floor(Math.log(longest) / Math.log(0.5));
        if (length >= resolution) {
            return resolution;
        }
        double side = Math.scalb(1.0, -length - 1);
        for (int i = 0; i < from.length; i++) {
            if (to[i] > Math.floor(from[i] / side) * side + 2 * side) {
                return length;
            }
        }
        return length + 1;
    }

    /** Returns the number of squares within a square of a level, including itself (lemma 2). */
    private long squaresFrom(int level) {
        long deepest = 1L << ((resolution - level + 1) * dimensions());
        return (deepest - 1) / (fanOut - 1);
    }

    @Override
    public List<CurveRange> ranges(double[] low, double[] high, int most) {
        double[] from = normalized(low);
        double[] to = normalized(high);
        List<CurveRange> found = new ArrayList<>();
        ArrayDeque<Square> open = new ArrayDeque<>(List.of(new Square(new double[from.length], 0, 0)));
        while (!open.isEmpty()) {
            Square square = open.remove();
            if (isOutside(square, from, to)) {
                continue;
            }
            boolean mayDivide = open.size() + fanOut <= Math.max(most, fanOut);
            if (square.level() == resolution || !mayDivide || isInside(square, from, to)) {
                found.add(new CurveRange(square.code(), square.code() + squaresFrom(square.level()) - 1));
            } else {
                found.add(new CurveRange(square.code(), square.code()));
                addQuarters(square, open);
            }
        }
        return CurveRange.merge(found, most);
    }

    private void addQuarters(Square square, ArrayDeque<Square> open) {
        for (int quarter = 0; quarter < fanOut; quarter++) {
            double[] corner = Arrays.copyOf(square.corner(), square.corner().length);
            for (int i = 0; i < corner.length; i++) {
                corner[i] += (quarter >>> i & 1) * square.side() / 2;
            }
            open.add(new Square(
                    corner, square.level() + 1, square.code() + 1 + quarter * squaresFrom(square.level() + 1)));
        }
    }

    private static boolean isOutside(Square square, double[] from, double[] to) {
        for (int i = 0; i < from.length; i++) {
            if (square.corner()[i] > to[i] || square.corner()[i] + 2 * square.side() < from[i]) {
                return true;
            }
        }
        return false;
    }

    private static boolean isInside(Square square, double[] from, double[] to) {
        for (int i = 0; i < from.length; i++) {
            if (square.corner()[i] < from[i] || square.corner()[i] + 2 * square.side() > to[i]) {
                return false;
            }
        }
        return true;
    }
}
