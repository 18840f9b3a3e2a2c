/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowOrderTest {
    private static final int CASES = 100;
    private static final int MOST_DOCUMENTS = 120;

    /** Lucene's own comparator of strings is the oracle. */
    @ParameterizedTest
    @CsvSource({
        "false, 0, 3",
        "false, 0.5, 3",
        "true, 0.5, 3",
        "false, 1, 3",
        "true, 1, 3",
        "false, 1, 100",
        "true, 1, 0"
    })
    void ordersTiesAsLuceneDoes(boolean reverse, double withBytes, int comparedAsBytes) throws Exception {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            try (Directory directory = new ByteBuffersDirectory()) {
                write(directory, random, withBytes);
                try (DirectoryReader reader = DirectoryReader.open(directory)) {
                    IndexSearcher searcher = new IndexSearcher(reader);
                    int size = 1 + random.nextInt(20);
                    Sort ours = sort(new SortField("id", new RowOrder.Source("bytes", comparedAsBytes), reverse));
                    Sort lucenes = sort(new SortField("id", SortField.Type.STRING, reverse));
                    assertThat(pages(searcher, ours, size))
                            .as("seed %d, pages of %d", seed, size)
                            .isEqualTo(pages(searcher, lucenes, size));
                }
            }
        }
    }

    private static Sort sort(SortField ids) {
        return new Sort(new SortField("rank", SortField.Type.LONG), ids);
    }

    /** Each page begins behind the last document of the one before, and has documents with their values. */
    private static List<String> pages(IndexSearcher searcher, Sort sort, int size) throws Exception {
        List<String> found = new ArrayList<>();
        FieldDoc after = null;
        while (true) {
            ScoreDoc[] page = searcher.search(
                            new MatchAllDocsQuery(), new TopFieldCollectorManager(sort, size, after, size))
                    .scoreDocs;
            if (page.length == 0) {
                return found;
            }
            for (ScoreDoc hit : page) {
                found.add(hit.doc + Arrays.toString(((FieldDoc) hit).fields));
            }
            FieldDoc last = (FieldDoc) page[page.length - 1];
            after = new FieldDoc(Integer.MAX_VALUE, 0, last.fields);
        }
    }

    /**
     * Few ranks, so that most documents tie; ids in no order, some missing, over several segments, of which the last has none; or
     * these merged into two.
     *
     * @param withBytes how many of the documents have their id as it is, too: those of an older version lack it
     */
    private static void write(Directory directory, Random random, double withBytes) throws Exception {
        IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            int documents = 1 + random.nextInt(MOST_DOCUMENTS);
            List<Integer> ids = new ArrayList<>();
            for (int i = 0; i < documents; i++) {
                ids.add(i);
            }
            Collections.shuffle(ids, random);
            for (int id : ids) {
                Document document = new Document();
                document.add(new NumericDocValuesField("rank", random.nextInt(3)));
                boolean hasId = random.nextInt(20) > 0;
                BytesRef bytes = new BytesRef("row" + id);
                if (hasId) {
                    document.add(new SortedDocValuesField("id", bytes));
                }
                if (hasId && random.nextDouble() < withBytes) {
                    document.add(new BinaryDocValuesField("bytes", bytes));
                }
                writer.addDocument(document);
                if (random.nextInt(10) == 0) {
                    writer.flush();
                }
            }
            writer.flush();
            Document without = new Document();
            without.add(new NumericDocValuesField("rank", random.nextInt(3)));
            writer.addDocument(without);
        }
        if (random.nextBoolean()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
                writer.forceMerge(2);
            }
        }
    }

    @Test
    void comesToAnEndWithoutDocuments() throws Exception {
        try (Directory directory = new ByteBuffersDirectory()) {
            new IndexWriter(directory, new IndexWriterConfig()).close();
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                Sort sort = sort(new SortField("id", new RowOrder.Source("bytes"), false));
                assertThat(pages(new IndexSearcher(reader), sort, 1)).isEmpty();
            }
        }
    }
}
