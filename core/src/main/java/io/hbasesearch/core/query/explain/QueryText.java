/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query.explain;

import io.hbasesearch.core.query.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes a query for people, nearly as the query language has it: {@code subject,body:whale AND size:[100 TO *]}. Several fields of a leaf are
 * separated by commas; {@code optional(...)} only scores, and {@code filter(...)} does not. Stateless.
 */
public final class QueryText {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{M}\\p{N}_.@-]+");

    private QueryText() {}

    public static String of(Query query) {
        if (query instanceof Query.Bool bool) {
            return bool(bool);
        } else if (query instanceof Query.InCells cells) {
            return "cell(" + of(cells.query()) + ")";
        } else if (query instanceof Query.Boost boost) {
            return of(boost.query()) + "^" + number(boost.factor());
        } else if (query instanceof Query.Word word) {
            return in(word.fields(), quoted(word.text()));
        } else if (query instanceof Query.Phrase phrase) {
            String text = inQuotes(phrase.text());
            return in(phrase.fields(), phrase.slop() > 0 ? text + "~" + phrase.slop() : text);
        } else if (query instanceof Query.Prefix prefix) {
            return in(prefix.fields(), quoted(prefix.text()) + "*");
        } else if (query instanceof Query.Suffix suffix) {
            return in(suffix.fields(), "*" + quoted(suffix.text()));
        } else if (query instanceof Query.Fuzzy fuzzy) {
            return in(fuzzy.fields(), quoted(fuzzy.text()) + "~" + fuzzy.maxEdits());
        } else if (query instanceof Query.Wildcard wildcard) {
            return in(wildcard.fields(), wildcard.pattern());
        } else if (query instanceof Query.Regexp regexp) {
            return in(regexp.fields(), "/" + regexp.pattern() + "/");
        } else if (query instanceof Query.Exists exists) {
            return exists.field() + ":*";
        } else if (query instanceof Query.Range range) {
            return range(range);
        } else if (query instanceof Query.GeoDistance distance) {
            return distance.field() + ":within " + number(distance.meters()) + " m of "
                    + distance.center().lat() + "," + distance.center().lon();
        } else if (query instanceof Query.GeoBox box) {
            return box.field() + ":from " + box.bottom() + "," + box.left() + " to " + box.top() + "," + box.right();
        }
        return "*";
    }

    private static String range(Query.Range range) {
        return range.lower() == null && range.upper() == null
                ? range.field() + ":*"
                : range.field() + ":" + (range.lowerInclusive() ? "[" : "{") + bound(range.lower()) + " TO "
                        + bound(range.upper()) + (range.upperInclusive() ? "]" : "}");
    }

    private static String bound(@Nullable String bound) {
        return bound == null ? "*" : bound.isEmpty() || bound.contains(" ") ? inQuotes(bound) : bound;
    }

    private static String bool(Query.Bool bool) {
        List<String> all = new ArrayList<>();
        bool.must().forEach(clause -> all.add(part(clause)));
        if (bool.minimum() == 1) {
            String any = bool.should().stream().map(QueryText::part).collect(Collectors.joining(" OR "));
            boolean isAlone = bool.must().isEmpty()
                    && bool.mustNot().isEmpty()
                    && bool.filter().isEmpty();
            all.add(isAlone || bool.should().size() == 1 ? any : "(" + any + ")");
        } else if (!bool.should().isEmpty()) {
            all.add((bool.minimum() == 0 ? "optional(" : "at least " + bool.minimum() + " of (")
                    + bool.should().stream().map(QueryText::part).collect(Collectors.joining(", ")) + ")");
        }
        bool.filter().forEach(clause -> all.add("filter(" + of(clause) + ")"));
        bool.mustNot().forEach(clause -> all.add("NOT " + part(clause)));
        return all.isEmpty() ? "nothing" : String.join(" AND ", all);
    }

    /** Returns a clause, in parentheses if it is a combination of several. */
    private static String part(Query clause) {
        boolean isOfSeveral = clause instanceof Query.Bool bool
                && bool.must().size()
                                + bool.should().size()
                                + bool.mustNot().size()
                                + bool.filter().size()
                        > 1;
        return isOfSeveral ? "(" + of(clause) + ")" : of(clause);
    }

    private static String in(List<String> fields, String text) {
        return String.join(",", fields) + ":" + text;
    }

    private static String quoted(String text) {
        return PLAIN.matcher(text).matches() ? text : inQuotes(text);
    }

    private static String inQuotes(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static String number(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e9
                ? String.valueOf((long) number)
                : String.valueOf((float) number);
    }
}
