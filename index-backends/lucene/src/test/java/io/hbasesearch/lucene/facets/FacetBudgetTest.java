/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.FieldMetrics;
import io.hbasesearch.lucene.document.IndexFields;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two segments of documents each of which has a value of its own. */
class FacetBudgetTest {
    private static final int DOCUMENTS = 20_000;
    private static final long LITTLE = 256 << 10;
    private static final long PLENTY = 16 << 20;

    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private DirectoryReader reader;

    @BeforeEach
    void write() throws IOException {
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            for (int i = 0; i < DOCUMENTS; i++) {
                Document document = new Document();
                document.add(new SortedSetDocValuesField(IndexFields.values("word"), new BytesRef(word(i))));
                document.add(new SortedNumericDocValuesField("number", i));
                writer.addDocument(document);
                if (i == DOCUMENTS / 2) {
                    writer.commit();
                }
            }
        }
        reader = DirectoryReader.open(directory);
        assertThat(reader.leaves()).hasSize(2);
    }

    @AfterEach
    void close() throws IOException {
        reader.close();
        directory.close();
    }

    private static String word(int number) {
        return String.format(Locale.ROOT, "w%05d", number);
    }

    /** @param each of so many documents one is a match */
    private FacetResult count(FacetCounter counter, int each) throws IOException {
        for (LeafReaderContext context : reader.leaves()) {
            FacetCounter.Leaf leaf = counter.leaf(context);
            for (int doc = 0; doc < context.reader().maxDoc(); doc += each) {
                leaf.count(doc);
            }
        }
        return counter.result(true);
    }

    private static TermCounts words(String prefix, FacetBudget budget) {
        return new TermCounts(new FacetRequest.Terms("words", "word", 2, prefix), budget);
    }

    private static FacetBudget budget(long bytes) {
        return new FacetBudget(() -> false, bytes);
    }

    private static void requireRefusal(Throwable thrown, String field) {
        assertThat(((HBaseSearchException) thrown).code()).isEqualTo(ErrorCode.QUERY_INVALID);
        assertThat(thrown).hasMessageContaining("too many different values").hasMessageContaining(field);
    }

    @Test
    void valuesTakeMemoryOnlyIfTheyMatch() throws IOException {
        FacetResult few = count(words("", budget(LITTLE)), 100);

        assertThat(few.others()).isEqualTo(DOCUMENTS / 100 - 2 + 1);
        assertThat(few.exact()).isTrue();
        assertThatThrownBy(() -> count(words("", budget(LITTLE)), 1))
                .satisfies(thrown -> requireRefusal(thrown, "word"));
        assertThat(count(words("", budget(PLENTY)), 1).others()).isEqualTo(DOCUMENTS - 2);
    }

    @Test
    void onlyValuesThatBeginAsIsAskedForAreCounted() throws IOException {
        FacetResult found = count(words("w0123", budget(LITTLE)), 1);

        assertThat(found.buckets())
                .containsExactly(new FacetResult.Bucket("w01230", 1), new FacetResult.Bucket("w01231", 1));
        assertThat(found.others()).isEqualTo(8);
        assertThat(count(words("x", budget(LITTLE)), 1).buckets()).isEmpty();
    }

    @Test
    void numbersTakeMemoryOutOfTheSameBudget() throws IOException {
        FacetBudget both = budget(PLENTY);
        count(NumberCounts.values("number", Long::toString, 2, both), 1);

        assertThat(count(NumberCounts.values("number", Long::toString, 2, budget(LITTLE)), 100)
                        .buckets())
                .containsExactly(new FacetResult.Bucket("0", 1), new FacetResult.Bucket("100", 1));
        assertThatThrownBy(() -> count(NumberCounts.values("number", Long::toString, 2, budget(LITTLE)), 1))
                .satisfies(thrown -> requireRefusal(thrown, "number"));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        count(NumberCounts.values("number", Long::toString, 2, both), 1);
                    }
                })
                .satisfies(thrown -> requireRefusal(thrown, "number"));
    }

    @Test
    void puttingCountsTogetherEndsWithTheTime() throws IOException {
        AtomicInteger looks = new AtomicInteger();
        FacetBudget shortOne = new FacetBudget(() -> looks.incrementAndGet() > 3, PLENTY);

        FacetResult words = count(words("", shortOne), 1);
        FacetResult numbers = count(NumberCounts.values("number", Long::toString, 2, shortOne), 1);

        assertThat(words.exact()).isFalse();
        assertThat(words.buckets()).hasSize(2);
        assertThat(words.others()).isLessThan(DOCUMENTS / 2);
        assertThat(numbers.exact()).isFalse();
        assertThat(numbers.buckets()).isEmpty();
    }

    @Test
    void measuringEndsWithTheTime() throws IOException {
        AtomicInteger looks = new AtomicInteger();
        FacetBudget shortOne = new FacetBudget(() -> looks.incrementAndGet() > 3, PLENTY);
        BucketMetrics metrics = new BucketMetrics(Map.of("number", FieldType.LONG), 1, shortOne);

        new IndexSearcher(reader).search(new MatchAllDocsQuery(), metrics.collector(DocBuckets.one(0)));

        FieldMetrics found = metrics.result(0, true).get("number");
        assertThat(found.exact()).isFalse();
        assertThat(found.count()).isPositive().isLessThan(DOCUMENTS / 2);
        assertThat(found.distinct()).isEqualTo(found.count());
    }

    @Test
    void countsAreThoseOfAMap() {
        Random random = new Random(11);
        LongCounts counts = new LongCounts(budget(PLENTY), "number");
        Map<Long, Integer> expected = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            long key = random.nextInt(20_000) * (1L << random.nextInt(44)) - 10_000;
            counts.add(key);
            expected.merge(key, 1, Integer::sum);
        }

        assertThat(counts.size()).isEqualTo(expected.size());
        assertThat(counts.sorted()).hasSize(expected.size()).isSorted();
        expected.forEach((key, count) -> assertThat(counts.count(key)).isEqualTo(count));
        assertThat(counts.count(Long.MIN_VALUE)).isZero();
    }
}
