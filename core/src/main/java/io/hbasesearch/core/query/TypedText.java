/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Parses a query string whose author still types it. Leaves out the end of the text as long as it has no meaning yet: an operator without
 * its operand, a field without a value, half a date. Stateless.
 */
final class TypedText {
    /** The most clauses that are left out; each costs one more attempt. */
    private static final int MAX_LEFT_OUT = 8;

    private static final Set<String> OPERATORS = Set.of("AND", "OR", "NOT");

    private TypedText() {}

    /**
     * Returns the query; one that finds nothing if there is nothing to search for yet.
     *
     * @param parse parses a text in a context
     * @throws QuerySyntaxException for a fault before the last clause, and for a query that exceeds a limit
     */
    static Query parse(String text, QueryContext context, BiFunction<String, QueryContext, Query> parse) {
        String rest = text;
        for (int i = 0; i <= MAX_LEFT_OUT; i++) {
            QueryContext attempt = new QueryContext(context.zone(), context.words(), context.unusedNow());
            try {
                Objects.requireNonNull(parse.apply(rest, attempt), "query");
            } catch (QuerySyntaxException e) {
                int last = last(rest);
                int place =
                        Math.min(e.character().orElse(1), rest.stripTrailing().length()) - 1;
                if (e.isTooMuch() || (place < last && Characters.hasWord(rest))) {
                    throw e;
                }
                if (rest.substring(0, last).isBlank()) {
                    return beginning(rest, context, parse);
                }
                rest = rest.substring(0, last);
                continue;
            }
            if (rest.length() < text.length()) {
                context.note(text.substring(rest.length()).strip() + " at the end was left out until it is complete");
            }
            return parse.apply(rest, context);
        }
        return parse.apply(rest, context);
    }

    /** Reads the name of an operator that is the whole text as a word, because it may be the beginning of one. */
    private static Query beginning(String text, QueryContext context, BiFunction<String, QueryContext, Query> parse) {
        if (OPERATORS.contains(text.strip())) {
            return parse.apply("\\" + text.strip(), context);
        }
        context.note("there is nothing to search for yet");
        return new Query.Bool(List.of(), List.of(), List.of());
    }

    /** Returns the offset of the last clause, which may be a phrase or a range that is still open. */
    private static int last(String text) {
        int last = 0;
        char quote = 0;
        boolean isInRange = false;
        int end = text.stripTrailing().length();
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (quote != 0) {
                quote = Characters.closesQuote(quote, c) ? 0 : quote;
            } else if (isInRange) {
                isInRange = c != ']' && c != '}';
            } else if (Characters.opensQuote(c) || c == '(') {
                quote = c == '(' ? 0 : c;
                last = i;
            } else if ((c == '[' || c == '{') && i > 0 && text.charAt(i - 1) == ':') {
                isInRange = true;
            } else if (Characters.isSeparator(c)) {
                last = i + 1;
            }
        }
        return Math.min(last, end);
    }
}
