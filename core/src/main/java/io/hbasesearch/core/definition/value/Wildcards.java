/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.regex.Pattern;

/** Compiles texts in which {@code *} stands for any characters and {@code ?} for one. Stateless. */
public final class Wildcards {
    private Wildcards() {}

    public static boolean areIn(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    /** Returns a pattern that matches whole texts, including line breaks. */
    public static Pattern pattern(String text) {
        StringBuilder expression = new StringBuilder();
        text.codePoints().forEach(character -> {
            if (character == '*' || character == '?') {
                expression.append(character == '*' ? ".*" : ".");
            } else {
                expression.append(Pattern.quote(Character.toString(character)));
            }
        });
        return Pattern.compile(expression.toString(), Pattern.DOTALL);
    }
}
