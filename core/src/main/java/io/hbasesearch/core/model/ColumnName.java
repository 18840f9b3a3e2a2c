/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.Objects;

/** A column: its family and its qualifier, which may be empty and may hold any byte. */
public record ColumnName(String family, ByteArray qualifier) implements Comparable<ColumnName> {
    public ColumnName {
        Objects.requireNonNull(family, "family");
        Objects.requireNonNull(qualifier, "qualifier");
    }

    public static ColumnName of(String family, String qualifier) {
        return new ColumnName(family, ByteArray.utf8(qualifier));
    }

    @Override
    public int compareTo(ColumnName other) {
        int byFamily = family.compareTo(other.family);
        return byFamily != 0 ? byFamily : qualifier.compareTo(other.qualifier);
    }

    @Override
    public String toString() {
        return family + ":" + qualifier.utf8();
    }
}
