/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.jmh;

import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.IndexDefinitionReader;
import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.DocumentJson;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** From a row that was read to what is sent to an index. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Mapping {
    @Param({"200", "1024", "10240"})
    public int documentBytes;

    private Row row = new Row(RowKey.utf8("row"), List.of());
    private RowMapper mapper = new RowMapper(definition());
    private Document document = Document.empty();
    private DocumentId id = DocumentId.of(row.key());

    private static IndexDefinition definition() {
        try {
            Path file = Files.createTempFile("mail", ".yaml");
            try {
                Files.writeString(file, MailRows.definition("mail").yaml());
                return new IndexDefinitionReader(Map.of()).readFile(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Setup
    public void prepare() {
        Put put = new MailRows(documentBytes).put(1);
        List<Cell> cells = put.getFamilyCellMap().values().stream()
                .flatMap(List::stream)
                .map(cell -> new Cell(
                        ColumnName.of(
                                Bytes.toString(CellUtil.cloneFamily(cell)),
                                Bytes.toString(CellUtil.cloneQualifier(cell))),
                        cell.getTimestamp(),
                        ByteArray.wrap(CellUtil.cloneValue(cell))))
                .toList();
        row = new Row(RowKey.copyOf(put.getRow()), cells);
        document = map();
        id = DocumentId.of(row.key());
    }

    @Benchmark
    public Document map() {
        return mapper.map(row);
    }

    @Benchmark
    public byte[] json() {
        return DocumentJson.write(document);
    }

    @Benchmark
    public long hash() {
        return ContentHash.of(id, document);
    }

    @Benchmark
    public DocumentId id() {
        return DocumentId.of(row.key());
    }
}
