/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.Highlighter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Marks one word in every field that holds it. */
final class FakeHighlighter implements Highlighter {
    private final String word;
    volatile Runnable beforeHighlight = () -> {};

    FakeHighlighter(String word) {
        this.word = word;
    }

    @Override
    public Map<String, List<String>> highlight(
            Query query, IndexDefinition definition, Map<String, String> analyzers, Document document) {
        beforeHighlight.run();
        Map<String, List<String>> fragments = new LinkedHashMap<>();
        document.fields().forEach((name, value) -> {
            String text = String.valueOf(value).replace("&", "&amp;").replace("<", "&lt;");
            if (text.contains(word)) {
                fragments.put(name, List.of(text.replace(word, "<em>" + word + "</em>")));
            }
        });
        return fragments;
    }
}
