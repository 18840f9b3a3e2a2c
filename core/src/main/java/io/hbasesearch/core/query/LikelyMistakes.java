/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.value.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises forms that the query language reads as text, but that people write for something else. Stateless. */
final class LikelyMistakes {
    private static final Pattern TIME_BEHIND_DATE =
            Pattern.compile("[:<>=]\\s*(\\d{4}-\\d{2}-\\d{2}) (\\d{1,2}:\\d{2}(?::\\d{2})?)(?!\\S)");
    private static final Pattern SIGN_BEHIND_COLON =
            Pattern.compile("(?<!\\S)([\\p{L}_][\\p{L}\\p{N}_.]*):-(\\p{L}\\S*)");
    private static final Pattern UNKNOWN_WEIGHT = Pattern.compile("\\p{L}\\^-?[0-9.]+(?!\\S)");

    private LikelyMistakes() {}

    /** Returns a note for each mistake. */
    static List<String> notes(String text) {
        List<String> notes = new ArrayList<>();
        Matcher time = TIME_BEHIND_DATE.matcher(text);
        if (time.find()) {
            notes.add(time.group(2) + " is a word of its own here: for a time write " + time.group(1) + "T"
                    + time.group(2) + ", or put date and time in quotes");
        }
        Matcher sign = SIGN_BEHIND_COLON.matcher(text);
        if (sign.find()) {
            notes.add("the minus in " + sign.group().strip() + " is text: to exclude, write -" + sign.group(1) + ":"
                    + sign.group(2));
        }
        Matcher weight = UNKNOWN_WEIGHT.matcher(text);
        while (weight.find()) {
            String number = weight.group().substring(2);
            if (Weight.parse(number).isEmpty()) {
                notes.add("^" + number + " is text: a weight is " + Weight.FORM);
            }
        }
        return notes;
    }
}
