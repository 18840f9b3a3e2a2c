/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import io.hbasesearch.core.model.ColumnName;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Selects columns of a family by a qualifier in which {@code *} stands for any characters and {@code ?} for one, or by a regular
 * expression between slashes. Qualifiers are matched as {@link ColumnName#toString} writes them. Immutable, equal by its text.
 */
public final class QualifierPattern {
    private final String text;
    private final String family;
    private final Pattern pattern;

    private QualifierPattern(String text, String family, Pattern pattern) {
        this.text = text;
        this.family = family;
        this.pattern = pattern;
    }

    /**
     * @param text such as {@code family:attr_*} or {@code family:/expression/}
     * @throws IllegalArgumentException if the text is not a pattern
     */
    public static QualifierPattern parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 1 || colon == text.length() - 1) {
            throw new IllegalArgumentException("a family, a colon and a qualifier");
        }
        String family = text.substring(0, colon);
        String qualifier = text.substring(colon + 1);
        boolean isExpression = qualifier.length() > 2 && qualifier.startsWith("/") && qualifier.endsWith("/");
        if (!isExpression && !Wildcards.areIn(qualifier)) {
            throw new IllegalArgumentException("this is a single column, not a pattern");
        }
        try {
            Pattern pattern = isExpression
                    ? Pattern.compile(qualifier.substring(1, qualifier.length() - 1), Pattern.DOTALL)
                    : Wildcards.pattern(qualifier);
            return new QualifierPattern(text, family, pattern);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public String family() {
        return family;
    }

    /** Tells if the pattern matches a column, which may lack a qualifier. */
    public boolean includes(ColumnName column) {
        return column.family().equals(family)
                && pattern.matcher(column.toString().substring(family.length() + 1))
                        .matches();
    }

    /**
     * Returns the name of a column within the pattern: its qualifier.
     *
     * @return empty if the pattern does not match, or if the column has no qualifier
     */
    public String name(ColumnName column) {
        if (!column.family().equals(family)) {
            return "";
        }
        String qualifier = column.toString().substring(family.length() + 1);
        return pattern.matcher(qualifier).matches() ? qualifier : "";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QualifierPattern that && text.equals(that.text);
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
