/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.curve;

import java.util.Objects;

/**
 * A coordinate and the cells it is divided into.
 *
 * @param least a coordinate
 * @param most a coordinate, which is in the last cell
 * @param precision of {@link Rounding#FLOOR} the number of cells, of {@link Rounding#CEIL} one less
 */
public record Dimension(double least, double most, long precision, Rounding rounding) {
    /** Which cell a coordinate between two cells' beginnings is in. GeoMesa changed this in version 1.3.2. */
    public enum Rounding {
        /** The lower: all cells are of one size. GeoMesa since 1.3.2. */
        FLOOR,
        /** The higher: the first cell holds the least coordinate alone. GeoMesa before 1.3.2. */
        CEIL
    }

    public Dimension {
        Objects.requireNonNull(rounding, "rounding");
    }

    /** The number of a coordinate's cell; coordinates beyond the bounds are in the first and last. */
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
