/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import org.apache.hadoop.hbase.Cell;

/** Kind of change of a WAL entry's cell; {@link #UNKNOWN} for types of another HBase version. */
public enum CellKind {
    PUT,
    DELETE,
    DELETE_COLUMN,
    DELETE_FAMILY,
    DELETE_FAMILY_VERSION,
    UNKNOWN;

    public static CellKind of(Cell cell) {
        Cell.Type type;
        try {
            type = cell.getType();
        } catch (RuntimeException e) {
            return UNKNOWN; // HBase throws for a type byte that it does not know
        }
        switch (type) {
            case Put:
                return PUT;
            case Delete:
                return DELETE;
            case DeleteColumn:
                return DELETE_COLUMN;
            case DeleteFamily:
                return DELETE_FAMILY;
            case DeleteFamilyVersion:
                return DELETE_FAMILY_VERSION;
            default:
                return UNKNOWN;
        }
    }
}
