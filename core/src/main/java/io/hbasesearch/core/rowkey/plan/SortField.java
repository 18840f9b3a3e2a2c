/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import java.util.Objects;

/** A field by whose value rows are sorted. */
public record SortField(String field, boolean descending) {
    public SortField {
        Objects.requireNonNull(field, "field");
    }
}
