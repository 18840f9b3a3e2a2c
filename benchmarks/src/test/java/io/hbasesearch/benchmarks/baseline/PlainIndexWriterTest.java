/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.benchmarks.baseline.PlainIndexWriter.Method;
import io.hbasesearch.benchmarks.baseline.PlainIndexWriter.Prepared;
import io.hbasesearch.benchmarks.load.MailMapping;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.DocumentJson;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.lucene.LuceneBackend;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainIndexWriterTest {
    private static final long BUFFER_BYTES = 1 << 20;
    private static final int DOCUMENT_BYTES = 200;

    private final IndexDefinition definition = MailMapping.definition();
    private final Row row = MailMapping.row(new MailRows(DOCUMENT_BYTES).put(1));
    private final DocumentId id = DocumentId.of(row.key());
    private final Document document = new RowMapper(definition).map(row);

    @TempDir
    private Path directory;

    /** All that decides what a field costs an index. */
    private record Field(String name, Object indexed, Object values, int points, int pointBytes, boolean norms) {
        static Field of(FieldInfo field) {
            return new Field(
                    field.name,
                    field.getIndexOptions(),
                    field.getDocValuesType(),
                    field.getPointDimensionCount(),
                    field.getPointNumBytes(),
                    field.hasNorms());
        }
    }

    private record Contents(List<Field> fields, List<String> stored) {}

    private static Contents contents(Path path) throws Exception {
        try (Directory index = FSDirectory.open(path);
                DirectoryReader reader = DirectoryReader.open(index)) {
            assertThat(reader.numDocs()).isEqualTo(1);
            LeafReader leaf = reader.leaves().get(0).reader();
            return new Contents(
                    StreamSupport.stream(leaf.getFieldInfos().spliterator(), false)
                            .map(Field::of)
                            .toList(),
                    leaf.storedFields().document(0).getFields().stream()
                            .map(field -> field.name() + " "
                                    + (field.binaryValue() == null
                                            ? field.numericValue().getClass()
                                            : field.binaryValue()))
                            .toList());
        }
    }

    private Path embedded() throws Exception {
        LuceneConfig config = new LuceneConfig(directory.resolve("embedded"), Duration.ofMillis(50), BUFFER_BYTES);
        try (LuceneBackend backend = new LuceneBackend(config)) {
            IndexMetadata metadata =
                    backend.admin().create(definition, new IndexSource("hbase-search.default.mail", "id", 1, 1));
            try (DocumentWriter writer = backend.openWriter(definition, metadata, Duration.ofHours(1))) {
                writer.write(List.of(new IndexOperation.Upsert(
                                row.key(), RowVersion.of(1, 1), System.currentTimeMillis(), document)))
                        .get(1, TimeUnit.MINUTES);
            }
            return config.directory().resolve(metadata.index()).resolve(metadata.physicalName());
        }
    }

    private Path plain() throws Exception {
        Path path = directory.resolve("plain");
        Prepared prepared =
                new Prepared(id.value(), ContentHash.of(id, document), DocumentJson.write(document), document.fields());
        new PlainIndexWriter(definition, 1, 1, Method.UPDATE).load(path, List.of(prepared));
        return path;
    }

    @Test
    void itsDocumentsHaveWhatThoseOfAnEmbeddedIndexHave() throws Exception {
        Contents embedded = contents(embedded());
        Contents plain = contents(plain());
        assertThat(plain.fields()).containsExactlyInAnyOrderElementsOf(embedded.fields());
        assertThat(plain.stored()).containsExactlyInAnyOrderElementsOf(embedded.stored());
    }
}
