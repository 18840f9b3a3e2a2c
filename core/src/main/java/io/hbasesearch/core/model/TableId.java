/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.Objects;
import java.util.regex.Pattern;

/** An HBase table: its namespace and its qualifier. */
public record TableId(String namespace, String qualifier) implements Comparable<TableId> {
    /** The namespace of a table that is named without one. */
    public static final String DEFAULT_NAMESPACE = "default";

    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9_]+");
    private static final Pattern QUALIFIER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");

    public TableId {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(qualifier, "qualifier");
        if (!NAMESPACE.matcher(namespace).matches()
                || !QUALIFIER.matcher(qualifier).matches()) {
            throw new IllegalArgumentException("not a table name: " + namespace + ":" + qualifier
                    + " (a namespace has letters, digits and _; a table also . and -)");
        }
    }

    /**
     * @param name {@code table} or {@code namespace:table}
     * @throws IllegalArgumentException if HBase would not allow the name
     */
    public static TableId parse(String name) {
        int colon = name.indexOf(':');
        return colon < 0
                ? new TableId(DEFAULT_NAMESPACE, name)
                : new TableId(name.substring(0, colon), name.substring(colon + 1));
    }

    @Override
    public int compareTo(TableId other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return namespace + ":" + qualifier;
    }
}
