/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.definition.value.Wildcards;
import io.hbasesearch.core.model.TableId;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Selects tables: one by its name, or several by {@code *} for any characters and {@code ?} for one, in namespace and name, or by a
 * regular expression between slashes in place of the name. The default namespace is {@code default}. Immutable, equal by its text.
 */
public final class TablePattern {
    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9_*?]+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.*?-]+");

    private final String text;
    private final String namespace;
    private final Pattern namespaces;
    private final Pattern names;

    private TablePattern(String text, String namespace, Pattern names) {
        this.text = text;
        this.namespace = namespace;
        this.namespaces = Wildcards.pattern(namespace);
        this.names = names;
    }

    /** @throws IllegalArgumentException if this is neither a table nor a pattern */
    static TablePattern parse(String text) {
        int colon = text.indexOf(':');
        String namespace = colon < 0 ? "default" : text.substring(0, colon);
        String name = text.substring(colon + 1);
        boolean isExpression = name.length() > 2 && name.startsWith("/") && name.endsWith("/");
        boolean isName = isExpression || NAME.matcher(name).matches();
        if (!NAMESPACE.matcher(namespace).matches() || !isName) {
            throw new IllegalArgumentException("neither a table nor a pattern: " + text);
        }
        try {
            Pattern names =
                    isExpression ? Pattern.compile(name.substring(1, name.length() - 1)) : Wildcards.pattern(name);
            TablePattern pattern = new TablePattern(text, namespace, names);
            if (pattern.isOne()) {
                TableId unused = TableId.parse(text);
            }
            return pattern;
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private boolean isOne() {
        return !Wildcards.areIn(text) && text.indexOf('/') < 0;
    }

    /** Returns the table if this is a name; empty for a pattern. */
    Optional<TableId> table() {
        return isOne() ? Optional.of(TableId.parse(text)) : Optional.empty();
    }

    /** Tells if tables of several namespaces may match. */
    boolean spansNamespaces() {
        return Wildcards.areIn(namespace);
    }

    public boolean includes(TableId table) {
        return namespaces.matcher(table.namespace()).matches()
                && names.matcher(table.qualifier()).matches();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TablePattern that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return Objects.hash(text);
    }

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        return text;
    }
}
