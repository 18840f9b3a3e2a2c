/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.query.FieldResolver.Target;
import java.util.Locale;
import java.util.Optional;
import org.apache.lucene.queryparser.flexible.core.util.UnescapedCharSequence;
import org.jspecify.annotations.Nullable;

/** Makes leaves of the query: words, phrases, ranges, each as its field's type has it. Immutable. */
final class LeafConverter {
    private static final String WILDCARD_HINT =
            "* stands at the end of a word only, and ? nowhere; write \\* or \\? for the" + " character itself";
    private static final int MAX_EDITS = 2;
    private static final int MAX_SLOP = 100;

    private LeafConverter() {}

    /** Empty if the text has nothing that an analyzer could find a word in. */
    static Optional<Query> word(Target target, CharSequence text, int position) {
        String word = text.toString();
        int wildcard = firstWildcard(text);
        if (wildcard >= 0) {
            return Optional.of(wildcard(target, word, wildcard, position));
        }
        return wordOrPhrase(target, word, -1, position);
    }

    /** Empty if the text has nothing that an analyzer could find a word in. */
    static Optional<Query> phrase(Target target, String text, int slop, int position) {
        if (text.isBlank()) {
            throw error(position, "the phrase is empty", "put words between the quotation marks");
        }
        if (slop > MAX_SLOP) {
            throw error(position, "words can be at most " + MAX_SLOP + " positions apart, not " + slop, null);
        }
        return wordOrPhrase(target, text, slop, position);
    }

    /** @param slop -1 for a word */
    private static Optional<Query> wordOrPhrase(Target target, String text, int slop, int position) {
        if (target.type() == FieldType.TEXT) {
            if (!Characters.hasWord(text)) {
                return Optional.empty();
            }
            return Optional.of(
                    slop < 0 ? new Query.Word(target.names(), text) : new Query.Phrase(target.names(), text, slop));
        }
        if (slop > 0) {
            throw error(
                    position, "only text fields know how far words are apart, and " + name(target) + " is none", null);
        }
        if (FieldValues.isDay(target.type(), text)) {
            return Optional.of(new Query.Range(
                    target.names().get(0), value(target, text, position), true, lastOf(target, text, position), true));
        }
        return Optional.of(new Query.Word(target.names(), value(target, text, position)));
    }

    /** Empty if the text has nothing that an analyzer could find a word in. */
    static Optional<Query> fuzzy(Target target, CharSequence characters, float edits, int position) {
        requireText(target, "inexact words (~)", position);
        String text = characters.toString();
        if (firstWildcard(characters) >= 0) {
            throw error(position, "a word is either inexact (~) or has a wildcard", WILDCARD_HINT);
        }
        if (edits != 0 && edits != 1 && edits != MAX_EDITS) {
            throw error(position, "a word may differ by 1 or 2 edits", "write " + text + "~1 or " + text + "~2");
        }
        if (edits == 0 || !Characters.hasWord(text)) {
            return wordOrPhrase(target, text, -1, position);
        }
        return Optional.of(new Query.Fuzzy(target.names(), text, (int) edits));
    }

    private static Query wildcard(Target target, String word, int wildcard, int position) {
        if (word.equals("*")) {
            return anyValue(target, position);
        }
        if (wildcard < word.length() - 1 || word.endsWith("?")) {
            String problem = wildcard == 0 ? "a word cannot begin with a wildcard" : "this wildcard is not supported";
            throw error(position + wildcard, problem, WILDCARD_HINT);
        }
        requireText(target, "prefixes (*)", position);
        String prefix = word.substring(0, wildcard);
        if (target.type() == FieldType.TEXT && !Characters.hasWord(prefix)) {
            throw error(position, "a prefix needs a letter or a digit", WILDCARD_HINT);
        }
        return new Query.Prefix(target.names(), prefix);
    }

    private static Query anyValue(Target target, int position) {
        if (target.isDefault()) {
            return new Query.MatchAll();
        }
        requireRanges(target, "\"any value\" (*)", position);
        return new Query.Range(target.names().get(0), null, true, null, true);
    }

    private static int firstWildcard(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean escaped = text instanceof UnescapedCharSequence unescaped && unescaped.wasEscaped(i);
            if ((c == '*' || c == '?') && !escaped) {
                return i;
            }
        }
        return -1;
    }

    static Query range(
            Target target, String lower, boolean lowerInclusive, String upper, boolean upperInclusive, int position) {
        requireRanges(target, "ranges", position);
        return new Query.Range(
                target.names().get(0),
                bound(target, lower, !lowerInclusive, position),
                lowerInclusive,
                bound(target, upper, upperInclusive, position),
                upperInclusive);
    }

    /** @param fromItsEnd whether a whole day counts by its last millisecond */
    private static @Nullable String bound(Target target, String text, boolean fromItsEnd, int position) {
        if (text.equals("*")) {
            return null;
        }
        return fromItsEnd && FieldValues.isDay(target.type(), text)
                ? lastOf(target, text, position)
                : value(target, text, position);
    }

    private static String lastOf(Target target, String day, int position) {
        value(target, day, position);
        return FieldValues.lastOf(day);
    }

    private static String value(Target target, String text, int position) {
        try {
            return FieldValues.canonical(target.type(), text);
        } catch (IllegalArgumentException e) {
            throw error(position, "the value of " + name(target) + " " + e.getMessage(), null);
        }
    }

    private static void requireText(Target target, String what, int position) {
        if (target.type() != FieldType.TEXT && target.type() != FieldType.KEYWORD) {
            throw error(position, what + " are for text and keyword fields; " + describe(target), null);
        }
    }

    private static void requireRanges(Target target, String what, int position) {
        switch (target.type()) {
            case KEYWORD, INT, LONG, FLOAT, DOUBLE, DATE -> {}
            case TEXT, BOOLEAN, JSON ->
                throw error(position, what + " are for keyword, number and date fields; " + describe(target), null);
        }
    }

    private static String describe(Target target) {
        return name(target) + " is of type " + target.type().name().toLowerCase(Locale.ROOT);
    }

    private static String name(Target target) {
        return String.join(", ", target.names());
    }

    static QuerySyntaxException error(int position, String message, @Nullable String hint) {
        return new QuerySyntaxException("character " + position + ": " + message, hint);
    }
}
