/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * What anybody would write who has documents and wants them in a Lucene index: nothing is compared, remembered, refreshed or
 * acknowledged. Its documents have the fields that the embedded index gives them. For one thread.
 */
public final class PlainIndexWriter {
    private static final String VALUES = "._values";

    private final IndexDefinition definition;
    private final double bufferMegabytes;
    private final int threads;
    private final Method method;

    /** How documents get into the index. */
    public enum Method {
        /** {@code addDocument}: for ids that are new for certain. */
        ADD,
        /** {@code updateDocument} by id: for ids that may be there. */
        UPDATE
    }

    public PlainIndexWriter(IndexDefinition definition, double bufferMegabytes, int threads, Method method) {
        this.method = method;
        this.definition = definition;
        this.bufferMegabytes = bufferMegabytes;
        this.threads = threads;
    }

    /**
     * A row that was read, mapped and encoded before.
     *
     * @param source the document as JSON
     */
    public record Prepared(String id, long hash, byte[] source, Map<String, Object> fields) {}

    /**
     * What a load came to.
     *
     * @param segments in the end: whether there were enough of them for a merge is in its rate
     */
    public record Loaded(double rowsPerSecond, int segments) {}

    /** From an empty directory to the end of the commit. */
    public Loaded load(Path path, List<Prepared> rows) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (Analyzer analyzer = analyzer();
                Directory directory = FSDirectory.open(path);
                IndexWriter writer = new IndexWriter(
                        directory,
                        new IndexWriterConfig(analyzer)
                                .setRAMBufferSizeMB(bufferMegabytes)
                                .setMaxFullFlushMergeWaitMillis(0)
                                .setCommitOnClose(false))) {
            AtomicInteger next = new AtomicInteger();
            long began = System.nanoTime();
            List<Future<?>> adding = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                adding.add(pool.submit(() -> {
                    add(writer, rows, next);
                    return null;
                }));
            }
            for (Future<?> thread : adding) {
                thread.get();
            }
            writer.commit();
            double seconds = (System.nanoTime() - began) / 1e9;
            if (writer.getDocStats().numDocs != rows.size()) {
                throw new IllegalStateException("the index holds " + writer.getDocStats() + ", not " + rows.size());
            }
            return new Loaded(
                    rows.size() / seconds,
                    SegmentInfos.readLatestCommit(directory).size());
        } finally {
            pool.shutdownNow();
        }
    }

    private Analyzer analyzer() {
        Map<String, Analyzer> fields = new HashMap<>();
        Analyzer standard = new StandardAnalyzer();
        definition.fields().stream()
                .filter(field -> field.type() == FieldType.TEXT)
                .forEach(field -> fields.put(field.name(), standard));
        return new PerFieldAnalyzerWrapper(new KeywordAnalyzer(), fields);
    }

    private void add(IndexWriter writer, List<Prepared> rows, AtomicInteger next) throws IOException {
        for (int i = next.getAndIncrement(); i < rows.size(); i = next.getAndIncrement()) {
            Document document = document(rows.get(i), i);
            switch (method) {
                case ADD -> writer.addDocument(document);
                case UPDATE -> writer.updateDocument(new Term("_id", rows.get(i).id()), document);
            }
        }
    }

    private Document document(Prepared row, long version) {
        Document document = new Document();
        document.add(new StringField("_id", row.id(), Field.Store.NO));
        BytesRef id = new BytesRef(row.id());
        document.add(new SortedDocValuesField("_id", id));
        document.add(new BinaryDocValuesField("_id_bytes", id));
        document.add(new NumericDocValuesField("_version", version));
        document.add(new StoredField("_version", version));
        document.add(new StoredField("_source", row.source()));
        for (FieldMapping field : definition.fields()) {
            Object value = row.fields().get(field.name());
            if (value != null) {
                add(document, field, value);
            }
        }
        document.add(new NumericDocValuesField("_hash", row.hash()));
        return document;
    }

    private static void add(Document document, FieldMapping field, Object value) {
        String name = field.name();
        switch (field.type()) {
            case TEXT -> document.add(new TextField(name, (String) value, Field.Store.NO));
            case KEYWORD -> {
                document.add(new StringField(name, (String) value, Field.Store.NO));
                document.add(new SortedSetDocValuesField(name + VALUES, new BytesRef((String) value)));
            }
            case INT -> document.add(new IntField(name, ((Long) value).intValue()));
            case DATE ->
                document.add(new LongField(name, Instant.parse((String) value).toEpochMilli()));
            case BOOLEAN, LONG, FLOAT, DOUBLE, JSON, GEO_POINT ->
                throw new IllegalArgumentException("the table has no field of type " + field.type());
        }
    }
}
