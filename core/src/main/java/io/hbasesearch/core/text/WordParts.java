/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.text;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.util.ArrayList;
import java.util.List;

/** Splits a text at word boundaries (UAX #29), by dictionaries where a script has no blanks between words. Stateless. */
public final class WordParts {
    private WordParts() {}

    /** Returns all parts in their order: words, and what is between them. */
    public static List<String> of(String text) {
        List<String> parts = new ArrayList<>();
        BreakIterator breaks = BreakIterator.getWordInstance(ULocale.ROOT);
        breaks.setText(text);
        int begin = breaks.first();
        for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
            parts.add(text.substring(begin, end));
            begin = end;
        }
        return parts;
    }
}
