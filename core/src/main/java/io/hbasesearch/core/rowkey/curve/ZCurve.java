/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.curve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The Z-order curve, which interleaves the bits of the coordinates' cell numbers; the first coordinate has the lowest bit. After
 * G. M. Morton, "A Computer Oriented Geodetic Data Base and a New Technique in File Sequencing", IBM, 1966. A window is split into
 * ranges by halving every coordinate, level by level, as J. A. Orenstein and T. H. Merrett describe in "A Class of Data Structures
 * for Associative Searching", PODS 1984.
 */
public final class ZCurve implements SpaceCurve {
    private final List<Dimension> dimensions;
    private final int bits;

    /** @param bits number of bits of each coordinate; at most 63 for all together */
    public ZCurve(List<Dimension> dimensions, int bits) {
        this.dimensions = List.copyOf(dimensions);
        this.bits = bits;
        if (bits < 1 || bits * dimensions.size() >= Long.SIZE) {
            throw new IllegalArgumentException("a curve must have 1 to 63 bits");
        }
    }

    /** A square of the space: all cells whose numbers begin with the same bits. */
    private record Square(long code, int level) {}

    @Override
    public int dimensions() {
        return dimensions.size();
    }

    @Override
    public boolean takesBoxes() {
        return false;
    }

    @Override
    public long index(double[] low, double[] high) {
        return interleave(cells(low));
    }

    private long[] cells(double[] coordinates) {
        long[] cells = new long[coordinates.length];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = dimensions.get(i).cell(coordinates[i]);
        }
        return cells;
    }

    private long interleave(long[] cells) {
        long code = 0;
        for (int bit = bits - 1; bit >= 0; bit--) {
            for (int i = cells.length - 1; i >= 0; i--) {
                code = code << 1 | (cells[i] >>> bit & 1);
            }
        }
        return code;
    }

    /** Returns a square's cell number in one dimension, which has as many bits as the square's level. */
    private long coordinate(Square square, int dimension) {
        long cell = 0;
        for (int bit = square.level() - 1; bit >= 0; bit--) {
            cell = cell << 1 | (square.code() >>> (bit * dimensions() + dimension) & 1);
        }
        return cell;
    }

    @Override
    public List<CurveRange> ranges(double[] low, double[] high, int most) {
        long[] first = cells(low);
        long[] last = cells(high);
        List<CurveRange> found = new ArrayList<>();
        ArrayDeque<Square> open = new ArrayDeque<>(List.of(new Square(0, 0)));
        while (!open.isEmpty()) {
            Square square = open.remove();
            if (isOutside(square, first, last)) {
                continue;
            }
            boolean mayDivide = found.size() + open.size() + (1 << dimensions()) <= Math.max(most, 1 << dimensions());
            if (square.level() == bits || !mayDivide || isInside(square, first, last)) {
                found.add(range(square));
            } else {
                for (int quarter = 0; quarter < 1 << dimensions(); quarter++) {
                    open.add(new Square(square.code() << dimensions() | quarter, square.level() + 1));
                }
            }
        }
        return CurveRange.merge(found, most);
    }

    private CurveRange range(Square square) {
        int below = (bits - square.level()) * dimensions();
        long low = square.code() << below;
        return new CurveRange(low, low | ((1L << below) - 1));
    }

    private boolean isOutside(Square square, long[] first, long[] last) {
        int below = bits - square.level();
        for (int i = 0; i < dimensions(); i++) {
            long low = coordinate(square, i) << below;
            if (low > last[i] || (low | ((1L << below) - 1)) < first[i]) {
                return true;
            }
        }
        return false;
    }

    private boolean isInside(Square square, long[] first, long[] last) {
        int below = bits - square.level();
        for (int i = 0; i < dimensions(); i++) {
            long low = coordinate(square, i) << below;
            if (low < first[i] || (low | ((1L << below) - 1)) > last[i]) {
                return false;
            }
        }
        return true;
    }
}
