/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.curve;

import java.util.Objects;

/**
 * A coordinate and its division into cells.
 *
 * @param least a coordinate
 * @param most a coordinate, which is in the last cell
 * @param precision of {@link Rounding#FLOOR} the number of cells, of {@link Rounding#CEIL} one less
 */
public record Dimension(double least, double most, long precision, Rounding rounding) {
    /** The cell of a coordinate between two cells' beginnings. GeoMesa changed this in version 1.3.2. */
    public enum Rounding {
        /** The lower cell: all cells have the same size. GeoMesa since 1.3.2. */
        FLOOR,
        /** The higher cell: the first cell contains only the least coordinate. GeoMesa before 1.3.2. */
        CEIL
    }

    public Dimension {
        Objects.requireNonNull(rounding, "rounding");
    }

    /** Returns the number of a coordinate's cell; coordinates beyond the bounds are in the first or last cell. */
    long cell(double coordinate) {
        if (coordinate <= least) {
            return 0;
        }
        return switch (rounding) {
            case FLOOR ->
                coordinate >= most
                        ? precision - 1
                        : Math.min(
                                precision - 1, (long) Math.floor((coordinate - least) * (precision / (most - least))));
            case CEIL ->
                coordinate >= most ? precision : (long) Math.ceil((coordinate - least) / (most - least) * precision);
        };
    }
}
