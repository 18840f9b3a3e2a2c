/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.uhighlight.Passage;
import org.apache.lucene.search.uhighlight.PassageFormatter;

/** Formats matching passages as HTML fragments, in the order of the text. Stateless. */
final class FragmentFormatter extends PassageFormatter {
    private static final String BEGIN = "<em>";
    private static final String END = "</em>";

    @Override
    public List<String> format(Passage[] passages, String content) {
        List<String> fragments = new ArrayList<>(passages.length);
        for (Passage passage : passages) {
            if (passage.getNumMatches() > 0) {
                fragments.add(fragment(passage, content));
            }
        }
        return fragments;
    }

    private static String fragment(Passage passage, String content) {
        StringBuilder html = new StringBuilder();
        int position = passage.getStartOffset();
        for (int i = 0; i < passage.getNumMatches(); i++) {
            int start = Math.max(position, passage.getMatchStarts()[i]);
            int end = passage.getMatchEnds()[i];
            // Matches overlap if tokens do, as with Chinese bigrams: they are merged.
            while (i + 1 < passage.getNumMatches() && passage.getMatchStarts()[i + 1] <= end) {
                i++;
                end = Math.max(end, passage.getMatchEnds()[i]);
            }
            if (end > start) {
                escape(content, position, start, html);
                html.append(BEGIN);
                escape(content, start, end, html);
                html.append(END);
                position = end;
            }
        }
        escape(content, position, Math.max(position, passage.getEndOffset()), html);
        return html.toString().strip();
    }

    private static void escape(String text, int from, int to, StringBuilder html) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                default -> html.append(c);
            }
        }
    }
}
