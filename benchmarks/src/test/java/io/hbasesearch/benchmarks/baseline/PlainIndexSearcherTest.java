/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainIndexSearcherTest {
    private static final List<String> FIELDS = List.of("subject", "body");

    @TempDir
    private Path directory;

    private static Document mail(String id, String subject, String body) {
        Document document = new Document();
        document.add(new BinaryDocValuesField("_id_bytes", new BytesRef(id)));
        document.add(new TextField("subject", subject, Store.NO));
        document.add(new TextField("body", body, Store.NO));
        return document;
    }

    private void write(String generation, Document... mails) throws IOException {
        try (Directory index = FSDirectory.open(directory.resolve(generation));
                IndexWriter writer = new IndexWriter(index, new IndexWriterConfig())) {
            for (Document mail : mails) {
                writer.addDocument(mail);
                writer.flush();
            }
        }
    }

    @Test
    void theBestHitsOfTheLiveGenerationAreFoundWithTheirIds() throws Exception {
        write("mail-1", mail("old", "whale", ""));
        write(
                "mail-2",
                mail("none", "harbour", "a ship"),
                mail("long", "harbour", "a whale among many other words of a long body"),
                mail("short", "whale", "a ship"));
        Files.writeString(directory.resolve("current"), "mail-2\nmail-1\n");
        try (PlainIndexSearcher searcher = PlainIndexSearcher.open(directory)) {
            assertThat(searcher.search("whale", FIELDS, 20)).containsExactly("short", "long");
            assertThat(searcher.search("whale", FIELDS, 1)).containsExactly("short");
        }
    }
}
