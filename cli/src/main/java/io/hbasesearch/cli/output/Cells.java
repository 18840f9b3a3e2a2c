/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

/** Measures texts in terminal cells. Stateless. */
final class Cells {
    private static final char ESCAPE = '\u001b';
    private static final String RESET = "\u001b[0m";

    private Cells() {}

    static int width(String text) {
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int end = endOfEscape(text, i);
            if (end > i) {
                i = end;
                continue;
            }
            int character = text.codePointAt(i);
            width += width(character);
            i += Character.charCount(character);
        }
        return width;
    }

    /** Returns the start of {@code text} in at most {@code limit} cells, with an ellipsis if something is cut off. */
    static String cut(String text, int limit) {
        if (width(text) <= limit) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        boolean coloured = false;
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int end = endOfEscape(text, i);
            if (end > i) {
                coloured = true;
                kept.append(text, i, end);
                i = end;
                continue;
            }
            int character = text.codePointAt(i);
            width += width(character);
            if (width > limit - 1) {
                break;
            }
            kept.appendCodePoint(character);
            i += Character.charCount(character);
        }
        return kept.append('…').append(coloured ? RESET : "").toString();
    }

    /** Returns the index after the colour sequence that starts at {@code start}, or {@code start} if there is none. */
    private static int endOfEscape(String text, int start) {
        if (text.charAt(start) != ESCAPE) {
            return start;
        }
        int end = text.indexOf('m', start);
        return end < 0 ? start : end + 1;
    }

    private static int width(int character) {
        if (Character.getType(character) == Character.NON_SPACING_MARK || Character.isISOControl(character)) {
            return 0;
        }
        return isWide(character) ? 2 : 1;
    }

    private static boolean isWide(int character) {
        return Character.isIdeographic(character)
                || within(character, 0x1100, 0x115f)
                || within(character, 0x2e80, 0x303e)
                || within(character, 0x3041, 0x33ff)
                || within(character, 0xa000, 0xa4cf)
                || within(character, 0xac00, 0xd7a3)
                || within(character, 0xf900, 0xfaff)
                || within(character, 0xfe30, 0xfe6f)
                || within(character, 0xff00, 0xff60)
                || within(character, 0xffe0, 0xffe6)
                || within(character, 0x1f300, 0x1faff);
    }

    private static boolean within(int character, int first, int last) {
        return character >= first && character <= last;
    }
}
