/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Parses and formats column names of requests and answers: {@code family:qualifier}, with non-text bytes as {@code \xHH}. */
public final class ColumnNames {
    private ColumnNames() {}

    public static String format(ColumnName column) {
        return column.family() + ":" + PrintableBytes.escape(column.qualifier());
    }

    /**
     * @param names {@code family:qualifier}, or {@code family} for all of it
     * @throws IllegalArgumentException naming the first invalid one
     */
    public static ColumnSelection parse(Collection<String> names) {
        Map<String, Set<ByteArray>> families = new LinkedHashMap<>();
        Set<String> whole = new HashSet<>();
        for (String name : names) {
            int colon = name.indexOf(':');
            String family = colon < 0 ? name : name.substring(0, colon);
            if (family.isEmpty()) {
                throw new IllegalArgumentException("'" + name + "' has no column family");
            }
            Set<ByteArray> qualifiers = families.computeIfAbsent(family, none -> new TreeSet<>());
            if (colon < 0) {
                whole.add(family);
            } else {
                qualifiers.add(PrintableBytes.unescape(name.substring(colon + 1)));
            }
        }
        whole.forEach(family -> families.put(family, Set.of()));
        return new ColumnSelection(families);
    }

    /** Returns the columns of both selections, without a limit for wide rows. */
    public static ColumnSelection union(ColumnSelection one, ColumnSelection other) {
        int versions = Math.max(one.versions(), other.versions());
        if (one.families().isEmpty() || other.families().isEmpty()) {
            return ColumnSelection.everything().withVersions(versions);
        }
        Map<String, Set<ByteArray>> families = new LinkedHashMap<>(one.families());
        other.families().forEach((family, qualifiers) -> families.merge(family, qualifiers, ColumnNames::union));
        return new ColumnSelection(families, versions, 0);
    }

    private static Set<ByteArray> union(Set<ByteArray> one, Set<ByteArray> other) {
        // No qualifier means the whole family.
        if (one.isEmpty() || other.isEmpty()) {
            return Set.of();
        }
        Set<ByteArray> both = new TreeSet<>(one);
        both.addAll(other);
        return both;
    }
}
