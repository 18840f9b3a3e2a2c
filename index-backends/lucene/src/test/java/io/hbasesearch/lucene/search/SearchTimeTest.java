/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.lucene.analysis.Analyzers;
import io.hbasesearch.lucene.analysis.IndexAnalyzers;
import io.hbasesearch.lucene.document.IndexFields;
import io.hbasesearch.lucene.query.QueryTranslator;
import io.hbasesearch.testing.Fixtures;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;

class SearchTimeTest {
    private static final int TERMS = 10_000;
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void aSearchIsOverWhenItsThreadHasHadItsProcessorTime() {
        AtomicLong work = new AtomicLong(5);
        SearchTime time = new SearchTime(LONG, work::get);
        assertThat(asked(time)).isFalse();
        work.addAndGet(SearchTime.PROCESSOR_TIME.toNanos() + 1);
        assertThat(asked(time)).isTrue();
        assertThat(new SearchTime(Duration.ZERO, work::get).shouldExit()).isTrue();
    }

    private static boolean asked(SearchTime time) {
        boolean over = false;
        for (int i = 0; i < 100; i++) {
            over |= time.shouldExit();
        }
        return over;
    }

    /** Amid the terms of a pattern there is no document yet at which a searcher would look at the time. */
    @Test
    void aWalkOverTermsEndsWhenTimeIsUpAndTheAnswerSaysSo() throws IOException {
        IndexDefinition definition = Fixtures.definition("mail", Fixtures.field("sender", FieldType.KEYWORD));
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
            fill(directory);
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                SearchRequest request = new SearchRequest(
                                QueryStringParser.parse("sender:a* -sender:/ab.*c/", definition), List.of(), 10, LONG)
                        .withFacets(List.of(new FacetRequest.Terms("senders", "sender", 10, "")));
                AtomicInteger looks = new AtomicInteger();
                SearchResult result = search(reader, definition, request, () -> looks.incrementAndGet() > 20);
                assertThat(result.timedOut()).isTrue();
                assertThat(result.totalIsExact()).isFalse();
                assertThat(result.facets().get("senders").exact()).isFalse();
                assertThat(looks.get()).as("looks at the time").isLessThan(100);
            }
        }
    }

    private static SearchResult search(
            DirectoryReader reader, IndexDefinition definition, SearchRequest request, QueryTimeout timeout)
            throws IOException {
        QueryTranslator translator = new QueryTranslator(
                definition,
                IndexAnalyzers.of(Analyzers.complete(definition, java.util.Map.of()))
                        .queries());
        return new Search(reader, definition, translator, request, timeout).run();
    }

    private static void fill(ByteBuffersDirectory directory) throws IOException {
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            for (int i = 0; i < TERMS / 100; i++) {
                Document document = new Document();
                for (int j = 0; j < 100; j++) {
                    String sender = "a" + (i * 100 + j);
                    document.add(new StringField("sender", sender, Field.Store.NO));
                    document.add(new SortedSetDocValuesField(IndexFields.values("sender"), new BytesRef(sender)));
                }
                writer.addDocument(document);
            }
        }
    }
}
