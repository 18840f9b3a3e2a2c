/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.Suggestion;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Suggests a field to sort or count by in place of an unknown one. Stateless. */
public final class FieldHints {
    private static final int MAX_LISTED = 20;
    private static final Set<FieldType> WITH_ORDER =
            EnumSet.complementOf(EnumSet.of(FieldType.TEXT, FieldType.JSON, FieldType.GEO_POINT));

    private FieldHints() {}

    /** @param what the fields are for: sorting, for instance */
    public static String of(IndexDefinition definition, String name, String what) {
        List<String> fields = names(definition, WITH_ORDER);
        if (what.equals("sorting") && name.startsWith("-") && fields.contains(name.substring(1))) {
            return "Write " + name.substring(1) + ":desc for descending order.";
        }
        return hint(name, fields, what);
    }

    /** Suggests a field for distances. */
    public static String ofPoints(IndexDefinition definition, String name) {
        return hint(name, names(definition, EnumSet.of(FieldType.GEO_POINT)), "distances");
    }

    private static List<String> names(IndexDefinition definition, Set<FieldType> types) {
        return definition.fields().stream()
                .filter(field -> types.contains(field.type()))
                .map(FieldMapping::name)
                .sorted()
                .toList();
    }

    private static String hint(String name, List<String> fields, String what) {
        if (fields.isEmpty()) {
            return "The index has no field for " + what + ".";
        }
        return Suggestion.nearest(name, fields)
                .map(nearest -> "Did you mean '" + nearest + "'?")
                .orElseGet(() -> "The fields for " + what + " are "
                        + String.join(", ", fields.subList(0, Math.min(MAX_LISTED, fields.size())))
                        + (fields.size() > MAX_LISTED ? ", ..." : "."));
    }
}
