/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ByteArray;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Optional;

/** Recognises forms of bytes and texts. Stateless. */
final class Texts {
    private static final int FIRST_YEAR = 1990;
    private static final int LAST_YEAR = 2100;
    private static final long FIRST_MILLIS = 631_152_000_000L;
    private static final long LAST_MILLIS = 4_102_444_800_000L;
    // With "uuuu" a strict formatter needs no era.
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuuMMdd").withResolverStyle(ResolverStyle.STRICT);

    private Texts() {}

    /** Decodes bytes; empty unless they are text without control characters other than tab and line ends. */
    static Optional<String> decode(ByteArray bytes, Charset charset) {
        try {
            String text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes.unsafeBytes()))
                    .toString();
            boolean strange =
                    text.chars().anyMatch(c -> Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r');
            return strange ? Optional.empty() : Optional.of(text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Decodes all values, or none if one is not text. */
    static Optional<List<String>> decodeAll(List<ByteArray> values, Charset charset) {
        List<String> texts = values.stream()
                .map(value -> decode(value, charset))
                .flatMap(Optional::stream)
                .toList();
        return texts.size() == values.size() ? Optional.of(texts) : Optional.empty();
    }

    static Optional<List<String>> utf8(List<ByteArray> values) {
        return decodeAll(values, UTF_8);
    }

    static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    static boolean isHexDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }

    /** Tells if a text is eight digits of a plausible recent day. */
    static boolean isDay(String text) {
        if (text.length() != 8 || !isDigits(text)) {
            return false;
        }
        try {
            int year = LocalDate.parse(text, DAY).getYear();
            return year >= FIRST_YEAR && year < LAST_YEAR;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** Tells if a text is a day followed by digits of a time: two for hours, then minutes and seconds. */
    static boolean isTime(String text, int digits) {
        if (text.length() != digits || !isDay(text.substring(0, 8))) {
            return false;
        }
        for (int i = 8; i < digits; i += 2) {
            if (!isDigits(text.substring(i, i + 2))
                    || Integer.parseInt(text.substring(i, i + 2)) > (i == 8 ? 23 : 59)) {
                return false;
            }
        }
        return true;
    }

    /** Tells if a number is a plausible recent time in milliseconds since 1970. */
    static boolean isMillis(long number) {
        return number >= FIRST_MILLIS && number < LAST_MILLIS;
    }

    static boolean isCjk(int c) {
        return Character.isIdeographic(c) || (c >= 0x3040 && c <= 0x30ff) || (c >= 0xac00 && c <= 0xd7a3);
    }
}
