/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import java.util.Arrays;
import java.util.Random;

/** The kinds of change that a workload makes, each with how often it comes among all. */
public enum OperationKind {
    /** Columns of two families at once. */
    PUT(200),
    /** One column of a row. */
    PARTIAL_UPDATE(180),
    /** At a timestamp that the client sets: older than now, the same again, or in the future. */
    TIMED_PUT(80),
    DELETE_LATEST_VERSION(30),
    /** One version, by its timestamp: an older one comes to light again. */
    DELETE_VERSION(30),
    DELETE_COLUMN(50),
    DELETE_COLUMN_UP_TO(20),
    DELETE_FAMILY(40),
    DELETE_FAMILY_VERSION(30),
    DELETE_ROW(60),
    INCREMENT(80),
    APPEND(50),
    CHECK_AND_MUTATE(50),
    /** Puts and deletes of one row in one step. */
    ROW_MUTATIONS(50),
    /** Several rows with one call. */
    BATCH(40),
    /** Thousands of columns in one put, of which one is mapped. */
    WIDE_PUT(3),
    /** One column of a wide row. */
    WIDE_UPDATE(12),
    /** Columns that no index maps, in a family that is not replicated and in one that is. */
    UNMAPPED(20),
    /** A value that cannot be mapped: a dead letter and a stub. */
    POISON(5);

    private static final int SUM =
            Arrays.stream(values()).mapToInt(kind -> kind.weight).sum();

    private final int weight;

    OperationKind(int weight) {
        this.weight = weight;
    }

    static OperationKind next(Random random) {
        int point = random.nextInt(SUM);
        for (OperationKind kind : values()) {
            point -= kind.weight;
            if (point < 0) {
                return kind;
            }
        }
        throw new AssertionError("weights do not add up");
    }
}
