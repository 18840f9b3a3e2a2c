/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

/** The share of a generation that is compared with the table before readers see it. */
public enum Verification {
    /** Every row. */
    FULL,
    /** A sample of rows of every region, small enough to take seconds rather than hours. */
    SAMPLE,
    /** Nothing. */
    NONE;

    /** The default. */
    public static final Verification STANDARD = SAMPLE;
}
