/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.value.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises forms that the query language reads as text, but that people write for something else. Stateless. */
final class LikelyMistakes {
    private static final Pattern TIME_BEHIND_DATE =
            Pattern.compile("[:<>=]\\s?(\\d{4}-\\d{2}-\\d{2}) (\\d{1,2}:\\d{2}(?::\\d{2})?)(?!\\S)");
    private static final Pattern SIGN_BEHIND_COLON =
            Pattern.compile("(?<!\\S)([\\p{L}_][\\p{L}\\p{N}_.]{0,99}):-(\\p{L}\\S{0,99})");
    private static final Pattern UNKNOWN_WEIGHT = Pattern.compile("\\p{L}\\^(-?[0-9.]{1,20})(?!\\S)");
    private static final Pattern UNEQUAL = Pattern.compile("!=");

    private LikelyMistakes() {}

    /**
     * Returns a note for each mistake.
     *
     * @param text with ASCII operators
     * @param fields tells the names of fields
     */
    static List<String> notes(String text, Predicate<String> fields) {
        String plain = PlainParts.withoutOthers(text);
        List<String> notes = new ArrayList<>();
        Matcher time = TIME_BEHIND_DATE.matcher(plain);
        if (time.find()) {
            notes.add(time.group(2) + " is searched for as a separate word: for a time, write " + time.group(1) + "T"
                    + time.group(2) + ", or put date and time in quotes");
        }
        Matcher sign = SIGN_BEHIND_COLON.matcher(plain);
        if (sign.find() && fields.test(sign.group(1))) {
            notes.add("the minus in " + sign.group() + " is searched for as text: to exclude, write -" + sign.group(1)
                    + ":" + sign.group(2));
        }
        Matcher weight = UNKNOWN_WEIGHT.matcher(plain);
        if (weight.find() && Weight.parse(weight.group(1)).isEmpty()) {
            notes.add("^" + weight.group(1) + " is searched for as text: a weight is " + Weight.FORM);
        }
        if (UNEQUAL.matcher(plain).find()) {
            notes.add("there is no operator !=: to exclude a value, write -field:value");
        }
        return notes;
    }
}
