/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * What Lucene itself takes to find documents in an embedded index of ours: its own collector, no order but that of scores, no
 * stubs left out, no deadline, and the ids of what it found. Safe for use by several threads.
 */
public final class PlainIndexSearcher implements AutoCloseable {
    private static final String LIVE = "current";
    private static final String ID = "_id_bytes";

    private final Directory directory;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    private PlainIndexSearcher(Directory directory, DirectoryReader reader) {
        this.directory = directory;
        this.reader = reader;
        this.searcher = new IndexSearcher(reader);
    }

    /**
     * Its live generation, as the last commit left it.
     *
     * @param index the directory of its generations
     */
    public static PlainIndexSearcher open(Path index) throws IOException {
        String generation = Files.readAllLines(index.resolve(LIVE)).get(0);
        Directory directory = FSDirectory.open(index.resolve(generation));
        try {
            return new PlainIndexSearcher(directory, DirectoryReader.open(directory));
        } catch (IOException e) {
            directory.close();
            throw e;
        }
    }

    /**
     * Ids of the documents that have a word in one of the fields, those of the best scores first.
     *
     * @param word as the fields' analyzers leave it
     */
    public List<String> search(String word, List<String> fields, int size) throws IOException {
        List<Query> queries = new ArrayList<>(fields.size());
        for (String field : fields) {
            queries.add(new TermQuery(new Term(field, word)));
        }
        List<String> ids = new ArrayList<>(size);
        for (ScoreDoc hit : searcher.search(new DisjunctionMaxQuery(queries, 0), size).scoreDocs) {
            ids.add(id(hit.doc));
        }
        return ids;
    }

    private String id(int doc) throws IOException {
        LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
        BinaryDocValues ids = leaf.reader().getBinaryDocValues(ID);
        if (ids == null || !ids.advanceExact(doc - leaf.docBase)) {
            throw new IllegalStateException("a document has no id");
        }
        return ids.binaryValue().utf8ToString();
    }

    @Override
    public void close() throws IOException {
        try (directory) {
            reader.close();
        }
    }
}
