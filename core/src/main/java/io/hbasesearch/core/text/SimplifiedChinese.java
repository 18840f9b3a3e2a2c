/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.text;

import com.ibm.icu.text.Transliterator;
import com.ibm.icu.text.UnicodeSet;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which simplified character stands for a traditional one, as ICU's transform Traditional-Simplified has it. Every kind of index
 * replaces characters by this one table before it looks for words, so that all of them find the same. Stateless.
 */
public final class SimplifiedChinese {
    private static final String TRANSFORM = "Traditional-Simplified";

    private SimplifiedChinese() {}

    private static final class Holder {
        static final Map<String, String> CHARACTERS = characters();

        private Holder() {}
    }

    /** Traditional character to simplified one, in the order of characters. Only those that differ. Made on first use. */
    public static Map<String, String> ofTraditional() {
        return Holder.CHARACTERS;
    }

    private static Map<String, String> characters() {
        Transliterator transform = Transliterator.getInstance(TRANSFORM);
        SortedMap<String, String> characters = new TreeMap<>();
        for (String each : new UnicodeSet(transform.getSourceSet())) {
            String simplified = transform.transliterate(each);
            boolean isOne = each.codePointCount(0, each.length()) == 1;
            if (isOne && !simplified.isEmpty() && !simplified.equals(each)) {
                characters.put(each, simplified);
            }
        }
        return Collections.unmodifiableMap(characters);
    }
}
