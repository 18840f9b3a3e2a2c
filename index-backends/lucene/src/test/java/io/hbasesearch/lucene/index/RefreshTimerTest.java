/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;

class RefreshTimerTest {
    private final List<Duration> recorded = new ArrayList<>();

    @Test
    void onlyARefreshThatMadeSomethingVisibleIsTimed() throws Exception {
        try (IndexWriter writer = new IndexWriter(new ByteBuffersDirectory(), new IndexWriterConfig());
                SearcherManager searchers = new SearcherManager(writer, new SearcherFactory())) {
            searchers.addListener(new RefreshTimer(recorded::add));
            searchers.maybeRefreshBlocking();
            assertThat(recorded).isEmpty();
            writer.addDocument(new Document());
            searchers.maybeRefreshBlocking();
            assertThat(recorded).singleElement().satisfies(time -> assertThat(time)
                    .isPositive());
        }
    }
}
