/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.text;

import com.ibm.icu.text.Transliterator;
import com.ibm.icu.text.UnicodeSet;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Maps traditional Chinese characters to simplified ones, like ICU's transform Traditional-Simplified. Every backend replaces
 * characters by this table before it searches words, so that all find the same. Stateless.
 */
public final class SimplifiedChinese {
    private static final String TRANSFORM = "Traditional-Simplified";

    private SimplifiedChinese() {}

    private static final class Holder {
        static final Map<String, String> CHARACTERS = characters();

        private Holder() {}
    }

    /**
     * Returns the map of traditional to simplified characters, in the order of characters, with differing pairs only. Created on
     * first use.
     */
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
