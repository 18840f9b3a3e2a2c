/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

/** The curves of a part. */
enum CurveKind {
    Z2,
    Z3,
    XZ2,
    XZ3;

    boolean hasTime() {
        return this == Z3 || this == XZ3;
    }

    boolean takesBoxes() {
        return this == XZ2 || this == XZ3;
    }
}
