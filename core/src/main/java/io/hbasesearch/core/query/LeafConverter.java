/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.TextForm;
import io.hbasesearch.core.query.FieldResolver.Target;
import io.hbasesearch.core.text.CanonicalNumber;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.lucene.queryparser.flexible.core.util.UnescapedCharSequence;
import org.jspecify.annotations.Nullable;

/** Creates the leaves of a query (words, phrases, ranges) according to the field's type. Immutable. */
final class LeafConverter {
    /** The longest prefix or pattern, in bytes of UTF-8. Lucene refuses deeper automata. */
    static final int MAX_PATTERN = 900;

    /** The longest inexact word, in bytes of UTF-8. Its automaton grows with its length. */
    static final int MAX_FUZZY = 100;

    /** The most wildcards of a pattern. Each one enlarges the automaton and the number of terms that it visits. */
    private static final int MAX_WILDCARDS = 10;

    private static final String WILDCARD_HINT = "write \\* or \\? for the character itself";
    private static final String LEADING_HINT =
            WILDCARD_HINT + "; field:*end finds the ends of values of a keyword field with reverse: true";
    private static final Pattern URL =
            Pattern.compile("^www\\.|^[A-Za-z][A-Za-z0-9+.-]*://|\\?[\\w.%-]+=|/[\\w./-]*\\?");

    /** A name before a colon that is no field, directly followed by a word. */
    private static final Pattern WITH_COLON =
            Pattern.compile("\\p{L}[\\p{L}\\p{M}\\p{N}_.-]*(:[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}_.-]*){1,4}");

    private static final int MAX_EDITS = 2;
    private static final int MAX_SLOP = 100;

    private LeafConverter() {}

    /** Creates the leaf; empty if an analyzer could find no word in the text. */
    static Optional<Query> word(Target target, CharSequence text, SourcePosition place) {
        return word(target, text, place, (word, itsText) -> word);
    }

    /** @param alternatives returns a word, whose text it receives, with what else it may find; not called for a pattern */
    static Optional<Query> word(
            Target target, CharSequence text, SourcePosition place, BiFunction<Query, String, Query> alternatives) {
        String word = text.toString();
        CharSequence pattern = target.type() == FieldType.TEXT ? pattern(text) : text;
        int wildcard = pattern == null ? -1 : firstWildcard(pattern);
        if (wildcard >= 0) {
            return Optional.of(wildcards(target, pattern, wildcard, place));
        }
        Optional<Query> whole = wordOrPhrase(target, word, -1, place).map(query -> alternatives.apply(query, word));
        return target.isDefault() && WITH_COLON.matcher(word).matches()
                ? whole.map(query -> orItsWords(query, target, word, place, alternatives))
                : whole;
    }

    /** Adds the words between colons as an alternative, so that {@code Re:backup} finds {@code Re: backup}: analyzers may keep colons. */
    private static Query orItsWords(
            Query whole,
            Target target,
            String text,
            SourcePosition place,
            BiFunction<Query, String, Query> alternatives) {
        List<String> parts = List.of(text.split(":"));
        int last = parts.size() - 1;
        List<Query> words = new ArrayList<>();
        for (String part : parts.subList(0, last)) {
            wordOrPhrase(target, part, -1, place).ifPresent(words::add);
        }
        wordOrPhrase(target, parts.get(last), -1, place)
                .map(query -> alternatives.apply(query, parts.get(last)))
                .ifPresent(words::add);
        return new Query.Bool(List.of(), List.of(whole, new Query.Bool(words, List.of(), List.of())), List.of());
    }

    /** Creates the leaf; empty if an analyzer could find no word in the text. */
    static Optional<Query> phrase(Target target, String text, int slop, SourcePosition place) {
        // A keyword or a JSON leaf may be empty; other types report an invalid value later.
        if (text.isBlank() && (target.isDefault() || target.type() == FieldType.TEXT)) {
            throw place.error("the phrase is empty", "put words between the quotation marks");
        }
        if (slop > MAX_SLOP) {
            throw place.error("words can be at most " + MAX_SLOP + " positions apart, not " + slop, null);
        }
        return wordOrPhrase(target, text, slop, place);
    }

    /**
     * Creates the leaf; empty if an analyzer could find no word in the text.
     *
     * @param slop -1 for a word
     */
    static Optional<Query> wordOrPhrase(Target target, String written, int slop, SourcePosition place) {
        if (target.type() == FieldType.TEXT) {
            if (!Characters.hasWord(written)) {
                return Optional.empty();
            }
            return Optional.of(anyOf(
                    target,
                    form -> form.sought(written),
                    (names, sought) ->
                            slop < 0 ? new Query.Word(names, sought) : new Query.Phrase(names, sought, slop)));
        }
        String text = WrittenValues.shown(target, written);
        if (target.type() == FieldType.GEO_POINT) {
            throw place.error("points have no words; " + describe(target), geoHint(target));
        }
        if (slop > 0) {
            throw place.error("distances between words (~) are for text fields; " + name(target) + " is not one", null);
        }
        if (FieldValues.isSpan(target.type(), text)) {
            String first = value(target, text, place);
            String last = lastOf(target, text, place);
            if (!first.equals(last)) {
                return Optional.of(new Query.Range(target.names().get(0), first, true, last, true));
            }
        }
        if (target.type() == FieldType.JSON) {
            return Optional.of(leaf(target, text));
        }
        String value = value(target, text, place);
        boolean isText = target.type() == FieldType.KEYWORD;
        return Optional.of(anyOf(target, form -> isText ? form.sought(value) : List.of(value), Query.Word::new));
    }

    /** Creates the query for rows that have the text as a whole value of a keyword field, as each field transforms it. */
    static Query wholeValue(Target keywords, String text) {
        return anyOf(keywords, form -> form.sought(text), Query.Word::new);
    }

    /**
     * Creates one leaf for all fields with the same searched text, and one alternative for each other text.
     *
     * @param sought the texts to search for in a field of this form
     */
    private static Query anyOf(
            Target target, Function<TextForm, List<String>> sought, BiFunction<List<String>, String, Query> leaf) {
        Map<String, List<String>> fieldsByText = new LinkedHashMap<>();
        for (String name : target.names()) {
            for (String text : sought.apply(target.form(name))) {
                for (String written : spellings(text, target.typeOf(name) == FieldType.TEXT)) {
                    fieldsByText
                            .computeIfAbsent(written, first -> new ArrayList<>())
                            .add(name);
                }
            }
        }
        List<Query> leaves = new ArrayList<>();
        fieldsByText.forEach((text, names) -> leaves.add(leaf.apply(names, text)));
        return leaves.size() == 1 ? leaves.get(0) : Query.Bool.forms(leaves);
    }

    /**
     * Returns the text as it is written, and in the forms NFC and NFD if they differ: cells may have either.
     *
     * @param isAnalysed whether an analyzer splits the text. Hangul has only the written form there: another one has three times as many
     *     characters, each of which may be a word
     */
    private static Set<String> spellings(String text, boolean isAnalysed) {
        Set<String> spellings = new LinkedHashSet<>(List.of(text));
        boolean isHangul =
                text.codePoints().anyMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.HANGUL);
        if (!isHangul || !isAnalysed) {
            spellings.add(Normalizer.normalize(text, Normalizer.Form.NFC));
            spellings.add(Normalizer.normalize(text, Normalizer.Form.NFD));
        }
        return spellings;
    }

    private static Query anyOf(Target target, String part, BiFunction<List<String>, String, Query> leaf) {
        return anyOf(target, form -> List.of(form.withCase(part)), leaf);
    }

    /** Matches a string of these characters or the number that they represent, because the type of a JSON leaf is not declared. */
    private static Query leaf(Target target, String text) {
        Set<String> texts = spellings(text, false);
        texts.add(CanonicalNumber.parse(text).map(CanonicalNumber::text).orElse(text));
        List<Query> leaves = texts.stream()
                .<Query>map(each -> new Query.Word(target.names(), each))
                .toList();
        return leaves.size() == 1 ? leaves.get(0) : Query.Bool.forms(leaves);
    }

    /** Creates the leaf; empty if an analyzer could find no word in the text. */
    static Optional<Query> fuzzy(Target target, CharSequence characters, float edits, SourcePosition place) {
        requireText(target, "inexact words (~)", place);
        CharSequence pattern = target.type() == FieldType.TEXT ? pattern(characters) : characters;
        if (pattern != null && firstWildcard(pattern) >= 0) {
            throw place.error("a word is either inexact (~) or has a wildcard", WILDCARD_HINT);
        }
        String text = pattern == null
                ? characters.subSequence(0, end(characters, false)).toString()
                : characters.toString();
        return fuzzyWord(target, text, edits, place);
    }

    static Optional<Query> fuzzyWord(Target target, String text, float edits, SourcePosition place) {
        requireText(target, "inexact words (~)", place);
        if (edits != 0 && edits != 1 && edits != MAX_EDITS) {
            throw place.error("a word may differ by 1 or 2 edits", "write " + text + "~1 or " + text + "~2");
        }
        if (edits == 0 || !Characters.hasWord(text) || text.codePointCount(0, text.length()) == 1) {
            return wordOrPhrase(target, text, -1, place);
        }
        if (bytes(text) > MAX_FUZZY) {
            throw place.error("an inexact word has at most " + MAX_FUZZY + " bytes", "write it without ~");
        }
        return Optional.of(anyOf(target, text, (names, word) -> new Query.Fuzzy(names, word, (int) edits)));
    }

    private static Query wildcards(Target target, CharSequence word, int wildcard, SourcePosition place) {
        if (word.length() == 1 && word.charAt(0) == '*') {
            return target.isDefault() ? new Query.MatchAll() : exists(target);
        }
        boolean isPrefix = wildcard == word.length() - 1 && word.charAt(wildcard) == '*';
        if (isPrefix) {
            return prefix(target, word.subSequence(0, wildcard).toString(), place);
        }
        return wildcard(target, WildcardPattern.of(word, LeafConverter::isWildcard), place);
    }

    static Query prefix(Target target, String prefix, SourcePosition place) {
        requireText(target, "prefixes (*)", place);
        if (prefix.isEmpty() || (target.type() == FieldType.TEXT && !Characters.hasWord(prefix))) {
            throw place.error("a prefix needs a letter or a digit", WILDCARD_HINT);
        }
        requireShort(prefix, place);
        return anyOf(target, prefix, Query.Prefix::new);
    }

    /** @param end of the value, as the caller wrote it */
    static Query suffix(Target target, String end, SourcePosition place) {
        if (target.type() != FieldType.KEYWORD) {
            throw place.error(
                    "ends of values (*end) are for keyword fields; " + describe(target),
                    "search for a word or its beginning, or index the column in a keyword field with reverse: true too");
        }
        if (!target.byEnd()) {
            throw place.error(
                    "values of " + name(target)
                            + " cannot be found by their ends: the index does not have them reversed",
                    "set reverse: true in its definition, and rebuild the index: hbase-search reindex INDEX --rebuild");
        }
        if (end.isEmpty()) {
            throw place.error("the end of a value is empty", "write characters after the *");
        }
        requireShort(end, place);
        return anyOf(target, end, Query.Suffix::new);
    }

    static Query wildcard(Target target, WildcardPattern pattern, SourcePosition place) {
        if (pattern.isSuffix() && target.type() == FieldType.KEYWORD && !target.isDefault()) {
            return suffix(target, pattern.plain(), place);
        }
        if (pattern.first() == 0) {
            throw place.error("a word cannot begin with a wildcard", LEADING_HINT);
        }
        requireText(target, "wildcards (* and ?)", place);
        requireShort(pattern.text(), place);
        if (pattern.count() > MAX_WILDCARDS) {
            throw place.error("a word has at most " + MAX_WILDCARDS + " wildcards", WILDCARD_HINT);
        }
        if (target.type() == FieldType.TEXT && !Characters.hasWord(pattern.beginning())) {
            throw place.error("a letter or a digit must come before the first wildcard", WILDCARD_HINT);
        }
        return anyOf(target, pattern.text(), Query.Wildcard::new);
    }

    /**
     * Matches the pattern as it is written, and in the case that the field's values have. Other forms of accents would change its meaning.
     *
     * @param pattern as the caller wrote it, without slashes around it
     */
    static Query regexp(Target target, String pattern, SourcePosition place) {
        requireText(target, "regular expressions", place);
        String canonical = RegularExpression.canonical(pattern, place);
        Map<String, List<String>> fieldsByPattern = new LinkedHashMap<>();
        for (String name : target.names()) {
            String cased = target.form(name).withCase(canonical);
            fieldsByPattern
                    .computeIfAbsent(canonical, first -> new ArrayList<>())
                    .add(name);
            if (!cased.equals(canonical) && RegularExpression.isValid(cased)) {
                fieldsByPattern
                        .computeIfAbsent(cased, first -> new ArrayList<>())
                        .add(name);
            }
        }
        List<Query> leaves = new ArrayList<>();
        fieldsByPattern.forEach((text, names) -> leaves.add(new Query.Regexp(names, text)));
        return leaves.size() == 1 ? leaves.get(0) : Query.Bool.forms(leaves);
    }

    private static void requireShort(String pattern, SourcePosition place) {
        if (bytes(pattern) > MAX_PATTERN) {
            throw place.error("a word with wildcards has at most " + MAX_PATTERN + " bytes", null);
        }
    }

    static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }

    /** Requires that the field has a value. */
    static Query exists(Target target) {
        String name = target.names().get(0);
        return switch (target.type()) {
            case KEYWORD, INT, LONG, FLOAT, DOUBLE, DATE -> new Query.Range(name, null, true, null, true);
            case TEXT, BOOLEAN, JSON, GEO_POINT -> new Query.Exists(name);
        };
    }

    private static int firstWildcard(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (isWildcard(text, i)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns where the punctuation at the end of the word begins; a wildcard star may count as a part of the word. */
    private static int end(CharSequence word, boolean keepsStar) {
        int end = word.length();
        while (end > 0
                && !Characters.isOfWord(Character.codePointBefore(word, end))
                && !(keepsStar && isStar(word, end - 1))) {
            end--;
        }
        return end;
    }

    /**
     * Removes punctuation, such as a question mark, at the end of the word. Returns null if no wildcard is left. The question mark of a
     * URL begins its query.
     */
    private static @Nullable CharSequence pattern(CharSequence word) {
        int end = end(word, true);
        CharSequence question = word.subSequence(end, word.length());
        boolean hasMark = firstWildcard(question) >= 0;
        CharSequence rest = hasMark || (end > 0 && firstWildcard(word) >= 0) ? word.subSequence(0, end) : word;
        if (hasMark && end == 1 && isStar(word, 0)) {
            return word;
        }
        int first = firstWildcard(rest);
        if (first < 0) {
            return null;
        }
        if (URL.matcher(rest).find()) {
            int last = rest.length() - 1;
            return isStar(rest, last) ? withLiteralMarks(rest, last) : null;
        }
        return rest;
    }

    /** Escapes the question marks of a URL whose end is a wildcard. */
    private static CharSequence withLiteralMarks(CharSequence url, int star) {
        boolean[] escaped = new boolean[url.length()];
        for (int i = 0; i < escaped.length; i++) {
            escaped[i] = i != star;
        }
        return new UnescapedCharSequence(url.toString().toCharArray(), escaped, 0, escaped.length);
    }

    private static boolean isStar(CharSequence word, int at) {
        return word.charAt(at) == '*' && isWildcard(word, at);
    }

    private static boolean isWildcard(CharSequence text, int at) {
        char c = text.charAt(at);
        boolean escaped = text instanceof UnescapedCharSequence unescaped && unescaped.wasEscaped(at);
        return (c == '*' || c == '?') && !escaped;
    }

    static Query range(
            Target target,
            String lower,
            boolean lowerInclusive,
            String upper,
            boolean upperInclusive,
            SourcePosition place) {
        return bounds(
                target,
                lower.equals("*") ? null : lower,
                lowerInclusive,
                upper.equals("*") ? null : upper,
                upperInclusive,
                place);
    }

    /** A null bound is open. */
    static Query bounds(
            Target target,
            @Nullable String lower,
            boolean lowerInclusive,
            @Nullable String upper,
            boolean upperInclusive,
            SourcePosition place) {
        requireRanges(target, "ranges", place);
        return new Query.Range(
                target.names().get(0),
                bound(target, lower, !lowerInclusive, place),
                lowerInclusive,
                bound(target, upper, upperInclusive, place),
                upperInclusive);
    }

    /** @param fromItsEnd whether a whole day, or a unit to which a date is rounded, counts by its last millisecond */
    private static @Nullable String bound(
            Target target, @Nullable String written, boolean fromItsEnd, SourcePosition place) {
        if (written == null) {
            return null;
        }
        if (target.type() == FieldType.KEYWORD) {
            return WrittenValues.bound(target, written, place);
        }
        String text = WrittenValues.shown(target, written);
        if (fromItsEnd && FieldValues.isSpan(target.type(), text)) {
            return lastOf(target, text, place);
        }
        return value(target, text, place);
    }

    private static String lastOf(Target target, String span, SourcePosition place) {
        value(target, span, place);
        return checked(target, span, place, FieldValues::lastOf);
    }

    private static String value(Target target, String text, SourcePosition place) {
        return checked(target, text, place, (value, dates) -> FieldValues.canonical(target.type(), value, dates));
    }

    private static String checked(
            Target target, String text, SourcePosition place, BiFunction<String, DateMath, String> convert) {
        try {
            Set<String> converted = new LinkedHashSet<>();
            target.dates().forEach(dates -> converted.add(convert.apply(text, dates)));
            if (converted.size() > 1) {
                // The index has moments, so it cannot tell a day of one variant from a day of another.
                throw place.error(
                        "the variants of the row key have the days of " + name(target) + " in several time zones: "
                                + target.dates().stream().map(DateMath::zone).toList(),
                        "name one with zone=, or write times with an offset, such as 2024-02-29T00:00+08:00");
            }
            return converted.iterator().next();
        } catch (IllegalArgumentException e) {
            String hint = FieldValues.isMath(target.type(), text) ? DateMath.HINT : WrittenValues.hint(target);
            throw place.error("the value of " + name(target) + " " + e.getMessage(), hint);
        }
    }

    private static void requireText(Target target, String what, SourcePosition place) {
        if (target.type() != FieldType.TEXT && target.type() != FieldType.KEYWORD) {
            throw place.error(what + " are for text and keyword fields; " + describe(target), geoHint(target));
        }
    }

    private static void requireRanges(Target target, String what, SourcePosition place) {
        switch (target.type()) {
            case KEYWORD, INT, LONG, FLOAT, DOUBLE, DATE -> {}
            case TEXT, BOOLEAN, JSON, GEO_POINT ->
                throw place.error(
                        what + " are for keyword, number and date fields; " + describe(target), geoHint(target));
        }
    }

    private static @Nullable String geoHint(Target target) {
        return target.type() == FieldType.GEO_POINT
                ? "search by distance or box in a query tree: {\"geo_distance\": {\"field\": \"" + name(target)
                        + "\", \"lat\": 31.2, \"lon\": 121.5, \"distance\": \"5km\"}}, or geo_box with top, left, bottom, right"
                : null;
    }

    static String describe(Target target) {
        return name(target) + " is of type " + target.type().name().toLowerCase(Locale.ROOT);
    }

    static String name(Target target) {
        return String.join(", ", target.names());
    }
}
