/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

/** How much of a generation is compared with the table before readers see it. */
public enum Verification {
    /** Every row. */
    FULL,
    /** Some rows of every region, so many that it takes seconds and not hours. */
    SAMPLE,
    /** Nothing. */
    NONE;

    /** Where nothing else is asked for. */
    public static final Verification STANDARD = SAMPLE;
}
