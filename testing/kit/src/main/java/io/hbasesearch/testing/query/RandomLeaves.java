/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import io.hbasesearch.testing.query.RandomQueries.Row;
import io.hbasesearch.testing.query.RandomQueries.Sought;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes words at random as people write them, with punctuation, capitals, accents and in several scripts, and what they are part of: phrases, prefixes,
 * patterns and ends of values. For one thread.
 */
final class RandomLeaves {
    /** Text of documents and queries. None ends a word of another one. */
    static final List<String> WORDS = List.of(
            "foo-bar",
            "foo",
            "Bar",
            "user@example.com",
            "example.com",
            "User",
            "C++",
            "c",
            "3.14",
            "3",
            "1,024",
            "/tmp/x",
            "tmp",
            "x",
            "https://example.com/a?b=c",
            "https",
            "Re:word",
            "re",
            "word",
            "a_b",
            "a",
            "O'Brien",
            "rock\u2019n\u2019roll",
            "o",
            "12:30",
            "iPhone15",
            "\u00c5ngstr\u00f6m",
            "caf\u00e9",
            "cafe\u0301",
            "cafe",
            "na\u00efvely",
            "\u03bc\u03ac\u03b3\u03b5\u03b9\u03c1\u03b1\u03c2",
            "\u043c\u0430\u044f\u043a",
            "\uff21\uff22\uff23\uff11\uff15",
            "abc15",
            "Stra\u00dfe",
            "\u0130stanbul",
            "\u6570\u636e\u5e93",
            "\u6570",
            "\u636e",
            "\u6570\u636e",
            "\u5e93",
            "\u738b",
            "\u738b\u5c0f\u660e",
            "\u5c0f\u660e",
            "IT\u90e8\u95e8",
            "\u30c7\u30fc\u30bf",
            "\u3072\u3089\u304b\u306a",
            "\uc11c\uc6b8",
            "\uc11c\uc6b8\uc2dc",
            "\ud83d\ude00",
            "\ud83c\udf89");

    private static final List<String> SEPARATORS =
            List.of(" ", " ", " ", " ", ", ", "\uff0c", "/", " (", " - ", "\u2026");

    private final Random random;

    RandomLeaves(Random random) {
        this.random = random;
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** Returns a word of the vocabulary in any case and in either form of Unicode. */
    String word() {
        String word = one(WORDS);
        String cased =
                switch (random.nextInt(6)) {
                    case 0 -> word.toUpperCase(Locale.ROOT);
                    case 1 -> word.toLowerCase(Locale.ROOT);
                    default -> word;
                };
        if (cased.codePoints().anyMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.KATAKANA)) {
            return cased; // indexes have a mark of kana as a character of its own
        }
        return switch (random.nextInt(6)) {
            case 0 -> Normalizer.normalize(cased, Normalizer.Form.NFD);
            case 1 -> Normalizer.normalize(cased, Normalizer.Form.NFC);
            default -> cased;
        };
    }

    Sought leaf() {
        @Nullable String field = random.nextBoolean() ? null : one(List.of("title", "body", "note", "tag"));
        String colon = field == null ? "" : field + ":";
        String word = word();
        Sought leaf =
                switch (random.nextInt(12)) {
                    case 0 -> range(word);
                    case 1 -> wordsAndPrefix(field, colon, word);
                    case 9 -> new Sought(colon + "\"" + word + "\"", phraseOf(field, word));
                    case 10 -> prefix(field, colon, word);
                    case 2 -> pattern(field, colon, word).orElseGet(() -> word(field, colon, word));
                    case 3 -> inexact(field, colon, word).orElseGet(() -> word(field, colon, word));
                    case 4 -> phrase(field, colon, word);
                    case 5 -> end(word);
                    case 6 -> question(word);
                    default -> word(field, colon, word);
                };
        return random.nextInt(8) == 0 ? new Sought(leaf.text() + "^3", leaf.finds()) : leaf;
    }

    /** An unknown name before a colon is refused in filters, so the colon is escaped. */
    private static String escaped(String word) {
        return word.replaceFirst("(?<=^\\p{L}{1,9}):(?!//)", "\\\\:");
    }

    private static Sought word(@Nullable String field, String colon, String word) {
        return new Sought(colon + escaped(word), finds(field, word));
    }

    /** Returns what a word finds: where a colon is within letters, without a field, both sides of it too. */
    static Predicate<Row> finds(@Nullable String field, String word) {
        Predicate<Row> whole = phraseOf(field, word);
        if (field != null || !word.matches("\\p{L}+:\\p{L}+")) {
            return whole;
        }
        return whole.or(Stream.of(word.split(":"))
                .map(part -> phraseOf(null, part))
                .reduce(Predicate::and)
                .orElseThrow());
    }

    static Predicate<Row> phraseOf(@Nullable String field, String text) {
        return any(field, text, WrittenText::has, String::equals);
    }

    static Predicate<Row> begins(@Nullable String field, String prefix) {
        return any(field, prefix, WrittenText::begins, String::startsWith);
    }

    /** Compares with texts and with keyword values, in each form of Unicode. */
    private static Predicate<Row> any(
            @Nullable String field,
            String sought,
            BiPredicate<WrittenText, String> inText,
            BiPredicate<String, String> inTag) {
        Set<String> ofTexts = WrittenText.forms(sought, true);
        Set<String> ofTags = WrittenText.forms(sought, false);
        return row ->
                row.texts(field).stream().anyMatch(text -> ofTexts.stream().anyMatch(form -> inText.test(text, form)))
                        || row.hasTag(field, tag -> ofTags.stream().anyMatch(form -> inTag.test(tag, form)));
    }

    /** Compares with single terms, in lower case, and with keyword values. Parts have each form of Unicode everywhere. */
    private static Predicate<Row> terms(
            @Nullable String field, String ofTexts, String ofTags, BiPredicate<String, String> test) {
        return row -> forms(row, field, ofTexts, test)
                || row.hasTag(
                        field, tag -> WrittenText.forms(ofTags, false).stream().anyMatch(form -> test.test(tag, form)));
    }

    private static boolean forms(Row row, @Nullable String field, String sought, BiPredicate<String, String> test) {
        return WrittenText.forms(sought, true).stream()
                .map(WrittenText::lower)
                .anyMatch(form -> row.hasToken(field, token -> test.test(token, form)));
    }

    private Sought prefix(@Nullable String field, String colon, String word) {
        String prefix = begin(word);
        boolean hasWord = !WrittenText.of(prefix, false).tokens().isEmpty();
        String whole = hasWord || "tag".equals(field) ? prefix : word;
        return new Sought(colon + escaped(whole) + "*", begins(field, whole));
    }

    /** Returns one character of the text or more. */
    String begin(String word) {
        int characters = 1 + random.nextInt(word.codePointCount(0, word.length()));
        return word.substring(0, word.offsetByCodePoints(0, characters));
    }

    private Optional<Sought> pattern(@Nullable String field, String colon, String word) {
        int last = word.codePointCount(0, word.length()) - 1;
        if (last < 2
                || WrittenText.isFullWidth(word)
                || word.contains("/")
                || !Character.isLetterOrDigit(word.codePointAt(0))
                || endsWithSign(word)) {
            return Optional.empty();
        }
        int at = word.offsetByCodePoints(0, 1 + random.nextInt(last - 1));
        String pattern =
                word.substring(0, at) + one(List.of("?", "*")) + word.substring(word.offsetByCodePoints(at, 1));
        return Optional.of(new Sought(colon + escaped(pattern), terms(field, pattern, pattern, RandomQueries::fits)));
    }

    private static boolean endsWithSign(String word) {
        int last = word.codePointBefore(word.length());
        return !Character.isLetterOrDigit(last) && Character.getType(last) != Character.NON_SPACING_MARK;
    }

    private Optional<Sought> inexact(@Nullable String field, String colon, String word) {
        if (word.contains("/")
                || WrittenText.isFullWidth(word)
                || word.codePoints().noneMatch(Character::isLetterOrDigit)) {
            return Optional.empty();
        }
        String mutated = word.length() > 2 && random.nextBoolean() ? word.substring(0, 1) + word.substring(2) : word;
        String compared = "tag".equals(field) ? mutated : withoutSigns(mutated);
        // An index compares with the 50 closest words only, and more are within two edits of a short one.
        int edits = compared.codePointCount(0, compared.length()) < 6 ? 1 : 1 + random.nextInt(2);
        if (compared.codePointCount(0, compared.length()) == 1) {
            return Optional.of(new Sought(colon + escaped(mutated) + "~" + edits, phraseOf(field, compared)));
        }
        return Optional.of(new Sought(
                colon + escaped(mutated) + "~" + edits,
                terms(field, compared, compared, (term, sought) -> RandomQueries.edits(term, sought) <= edits)));
    }

    private static String withoutSigns(String word) {
        return endsWithSign(word) ? withoutSigns(word.substring(0, word.length() - 1)) : word;
    }

    private Sought phrase(@Nullable String field, String colon, String word) {
        String text = joined(word, word());
        return new Sought(colon + "\"" + text + "\"", phraseOf(field, text));
    }

    /** Puts a separator between words; none beside a Chinese character. */
    String joined(String first, String second) {
        boolean isChinese = Character.isIdeographic(first.codePointBefore(first.length()))
                || Character.isIdeographic(second.codePointAt(0));
        return first + (isChinese && random.nextInt(3) == 0 ? "" : one(SEPARATORS)) + second;
    }

    private Sought wordsAndPrefix(@Nullable String field, String colon, String word) {
        String begin = begin(word());
        if (WrittenText.of(begin, false).tokens().isEmpty()) {
            return word(field, colon, word);
        }
        return new Sought(colon + escaped(word) + "\\ " + begin + "*", begins(field, word + " " + begin));
    }

    private Sought range(String word) {
        String other = word();
        return new Sought(
                "tag:[\"" + word + "\" TO \"" + other + "\"}",
                row -> row.hasTag(null, tag -> compare(tag, word) >= 0 && compare(tag, other) < 0));
    }

    private static int compare(String one, String other) {
        return Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
    }

    private Sought end(String word) {
        int characters = random.nextInt(word.codePointCount(0, word.length()));
        String end = word.substring(word.offsetByCodePoints(0, characters));
        String text = end.replaceAll("([^\\p{L}\\p{N}\\p{M}\\p{So}])", "\\\\$1");
        return new Sought(
                "tag:*" + text,
                row -> row.hasTag(
                        null, tag -> WrittenText.forms(end, false).stream().anyMatch(tag::endsWith)));
    }

    /** A question mark at the end is punctuation in text. */
    private Sought question(String word) {
        String field = one(List.of("title", "body", "note"));
        return new Sought(field + ":" + escaped(word) + "?", finds(field, word));
    }
}
