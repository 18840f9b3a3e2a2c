/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import io.hbasesearch.core.model.ByteArray;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Guesses a column's type from its values. It chooses the narrowest type that accepts all of them. Stateless.
 */
public final class ValueGuesser {
    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final Pattern WHOLE = Pattern.compile("0|-?[1-9][0-9]{0,17}");
    private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,15})?");
    private static final Pattern ISO_MOMENT =
            Pattern.compile("[12][0-9]{3}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?"
                    + "(Z|[+-][0-9]{2}:[0-9]{2})");
    private static final Pattern ISO_DAY = Pattern.compile("[12][0-9]{3}-[01][0-9]-[0-3][0-9]");
    private static final Pattern SQL_TIME =
            Pattern.compile("[12][0-9]{3}-[01][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]");
    /** The longest keyword; longer texts are meant for reading, not for comparison. */
    private static final int KEYWORD_LENGTH = 64;

    private ValueGuesser() {}

    /** @param values at least one; empty ones are ignored */
    public static ValueGuess guess(List<ByteArray> values) {
        List<ByteArray> told = values.stream().filter(value -> !value.isEmpty()).toList();
        if (told.isEmpty()) {
            return new ValueGuess("type: keyword", "all " + values.size() + " values are empty");
        }
        ValueGuess guess =
                Texts.utf8(told).map(ValueGuesser::ofTexts).or(() -> gbk(told)).orElseGet(() -> ofBytes(told));
        return bearing(guess, values.size() - told.size());
    }

    /** Makes a guess tolerate empty values. They are texts but not numbers, and rows of the sample must not become dead letters. */
    private static ValueGuess bearing(ValueGuess guess, int empty) {
        boolean isText =
                guess.settings().startsWith("type: text") || guess.settings().equals("type: keyword");
        return empty == 0 || isText
                ? guess
                : new ValueGuess(
                        guess.settings() + ", onError: skip-field",
                        guess.evidence() + "; " + empty + (empty == 1 ? " value is" : " values are") + " empty");
    }

    private static ValueGuess ofTexts(List<String> texts) {
        if (all(texts, text -> text.startsWith("{") && text.endsWith("}"))) {
            return guess("type: json", texts, "JSON objects");
        } else if (all(texts, text -> UUID.matcher(text).matches())) {
            return guess("type: keyword, encoding: uuid", texts, "UUIDs as text");
        } else if (all(texts, text -> text.equals("true") || text.equals("false"))) {
            return guess("type: boolean, encoding: utf8", texts, "true or false");
        }
        return date(texts).or(() -> number(texts)).orElseGet(() -> words(texts));
    }

    private static Optional<ValueGuess> date(List<String> texts) {
        if (all(texts, text -> ISO_MOMENT.matcher(text).matches())) {
            return Optional.of(guess("type: date, encoding: utf8", texts, "times in ISO 8601"));
        } else if (all(texts, text -> ISO_DAY.matcher(text).matches())) {
            return Optional.of(guess("type: date, encoding: utf8, pattern: yyyy-MM-dd", texts, "days; set zone"));
        } else if (all(texts, text -> SQL_TIME.matcher(text).matches())) {
            return Optional.of(guess(
                    "type: date, encoding: utf8, pattern: \"yyyy-MM-dd HH:mm:ss\"",
                    texts,
                    "times without a zone; set zone"));
        } else if (all(texts, Texts::isDay)) {
            return Optional.of(
                    guess("type: date, encoding: utf8, pattern: yyyyMMdd", texts, "days in digits; set zone"));
        } else if (all(texts, text -> Texts.isTime(text, 14))) {
            return Optional.of(
                    guess("type: date, encoding: utf8, pattern: yyyyMMddHHmmss", texts, "times in digits; set zone"));
        }
        return Optional.empty();
    }

    private static Optional<ValueGuess> number(List<String> texts) {
        if (all(texts, text -> WHOLE.matcher(text).matches())) {
            boolean millis = all(texts, text -> Texts.isMillis(Long.parseLong(text)));
            return Optional.of(guess(
                    "type: long, encoding: utf8",
                    texts,
                    "whole numbers in digits" + (millis ? ", perhaps milliseconds since 1970" : "")));
        } else if (all(texts, text -> DECIMAL.matcher(text).matches())) {
            return Optional.of(guess("type: double, encoding: utf8", texts, "numbers in digits"));
        }
        return Optional.empty();
    }

    private static ValueGuess words(List<String> texts) {
        if (texts.stream().anyMatch(text -> text.codePoints().anyMatch(Texts::isCjk))) {
            return guess("type: text, analyzers: [cjk, standard]", texts, "text with Chinese, Japanese or Korean");
        }
        long read = texts.stream()
                .filter(text -> text.length() > KEYWORD_LENGTH || text.strip().contains(" "))
                .count();
        return 3 * read >= texts.size()
                ? guess("type: text", texts, "text of several words")
                : guess("type: keyword", texts, "single words");
    }

    private static Optional<ValueGuess> gbk(List<ByteArray> values) {
        return Texts.decodeAll(values, Charset.forName("GBK"))
                .filter(texts -> all(
                        texts,
                        text -> 2
                                        * text.codePoints()
                                                .filter(c -> Texts.isCjk(c) || c < 0x80)
                                                .count()
                                > text.codePoints().count()))
                .filter(texts -> texts.stream()
                                        .filter(text -> text.codePoints().anyMatch(Texts::isCjk))
                                        .count()
                                * 2
                        > texts.size())
                // Two bytes of a number are a character sometimes, but not in most cases.
                .filter(texts -> texts.stream().mapToInt(String::length).sum() >= 2 * texts.size())
                .filter(texts ->
                        values.stream().map(ByteArray::length).distinct().count() > 1)
                .map(texts -> guess(
                        "type: text, encoding: gbk, analyzers: [cjk, standard]", texts, "text in GBK, not in UTF-8"));
    }

    private static ValueGuess ofBytes(List<ByteArray> values) {
        int width = values.get(0).length();
        if (!all(values, value -> value.length() == width)) {
            return unknown(values);
        }
        return switch (width) {
            case Byte.BYTES -> ofOne(values);
            case Short.BYTES -> guess("type: int, encoding: bytesShort", values, "two bytes, as Bytes.toBytes(short)");
            case Integer.BYTES -> ofFour(values);
            case Long.BYTES -> ofEight(values);
            case 2 * Long.BYTES -> guess("type: keyword, encoding: uuid", values, "16 bytes, perhaps UUIDs");
            default -> unknown(values);
        };
    }

    private static ValueGuess unknown(List<ByteArray> values) {
        return guess("type: keyword, encoding: base64", values, "bytes of no known form");
    }

    private static ValueGuess ofOne(List<ByteArray> values) {
        return all(values, value -> value.unsafeBytes()[0] == 0 || value.unsafeBytes()[0] == -1)
                ? guess("type: boolean", values, "one byte, 0 or -1, as Bytes.toBytes(boolean)")
                : guess("type: int, encoding: bytesByte", values, "one byte");
    }

    private static ValueGuess ofFour(List<ByteArray> values) {
        boolean small = all(values, value -> Math.abs((long) buffer(value).getInt()) < 1 << 24);
        boolean real = all(values, value -> isUsual(buffer(value).getFloat()));
        return !small && real
                ? guess("type: float", values, "four bytes, as Bytes.toBytes(float)")
                : guess("type: int", values, "four bytes, as Bytes.toBytes(int)");
    }

    private static ValueGuess ofEight(List<ByteArray> values) {
        if (all(values, value -> Texts.isMillis(buffer(value).getLong()))) {
            return guess(
                    "type: date, encoding: bytesLong", values, "eight bytes, milliseconds since 1970 of our times");
        }
        boolean small = all(values, value -> Math.abs(buffer(value).getLong()) < 1L << 52);
        boolean real = all(values, value -> isUsual(buffer(value).getDouble()));
        return !small && real
                ? guess("type: double", values, "eight bytes, as Bytes.toBytes(double)")
                : guess("type: long", values, "eight bytes, as Bytes.toBytes(long)");
    }

    private static boolean isUsual(double number) {
        return number == 0 || (Math.abs(number) > 1e-9 && Math.abs(number) < 1e15);
    }

    private static ByteBuffer buffer(ByteArray value) {
        return ByteBuffer.wrap(value.unsafeBytes());
    }

    private static <T> boolean all(List<T> values, Predicate<T> condition) {
        return values.stream().allMatch(condition);
    }

    private static ValueGuess guess(String settings, List<?> values, String evidence) {
        return new ValueGuess(
                settings, evidence + " (" + values.size() + (values.size() == 1 ? " value)" : " values)"));
    }
}
