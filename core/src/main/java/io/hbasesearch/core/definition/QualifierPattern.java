/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.ColumnName;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Which columns of a family: by a qualifier in which {@code *} stands for any characters and {@code ?} for one, or by a regular
 * expression between slashes. Qualifiers are looked at as {@link ColumnName#toString} writes them. Immutable, equal by its text.
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
     * @param text as {@code family:attr_*} or {@code family:/expression/}
     * @throws IllegalArgumentException if this is none
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
            throw new IllegalArgumentException("one column is no pattern");
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

    /** Whether a column is one of them, be it without a qualifier. */
    public boolean includes(ColumnName column) {
        return column.family().equals(family)
                && pattern.matcher(column.toString().substring(family.length() + 1))
                        .matches();
    }

    /**
     * What a column is called among those of this pattern: its qualifier.
     *
     * @return empty if it is none of them; a column without a qualifier never is one
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

    /** The inverse of {@link #parse}. */
    @Override
    public String toString() {
        return text;
    }
}
