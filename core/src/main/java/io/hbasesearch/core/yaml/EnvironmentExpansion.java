/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Expands environment variables in values: <code>${NAME}</code>, or <code>${NAME:-default}</code> for one that is unset or empty.
 * <code>$${</code> stands for <code>${</code>. Expanded text is not expanded again. Immutable.
 */
record EnvironmentExpansion(Map<String, String> variables) {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(})?");
    private static final Pattern NAME_AND_DEFAULT =
            Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?", Pattern.DOTALL);

    /** @throws IllegalArgumentException if a reference is invalid; the message has no variable's value */
    String expand(String text) {
        if (!text.contains("${")) {
            return text;
        }
        StringBuilder expanded = new StringBuilder();
        Matcher reference = REFERENCE.matcher(text);
        while (reference.find()) {
            String value = reference.group(1) == null ? "${" : value(reference.group(), reference.group(1));
            reference.appendReplacement(expanded, Matcher.quoteReplacement(value));
        }
        return reference.appendTail(expanded).toString();
    }

    private String value(String reference, String inner) {
        Matcher parts = NAME_AND_DEFAULT.matcher(inner);
        if (!reference.endsWith("}") || !parts.matches()) {
            throw new IllegalArgumentException(
                    "has a reference that is not ${NAME} or ${NAME:-default}; write $${ for ${");
        }
        String name = parts.group(1);
        String fallback = parts.group(2);
        String value = variables.get(name);
        if (fallback != null && (value == null || value.isEmpty())) {
            return fallback;
        }
        if (value == null) {
            throw new IllegalArgumentException("refers to the environment variable " + name
                    + ", which is not set: set it, or write ${" + name + ":-default}");
        }
        return value;
    }
}
