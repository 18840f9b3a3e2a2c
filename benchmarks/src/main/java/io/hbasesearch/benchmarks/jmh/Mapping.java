/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.jmh;

import io.hbasesearch.benchmarks.load.MailMapping;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.DocumentJson;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    private RowMapper mapper = new RowMapper(MailMapping.definition());
    private Document document = Document.empty();
    private DocumentId id = DocumentId.of(row.key());

    @Setup
    public void prepare() {
        row = MailMapping.row(new MailRows(documentBytes).put(1));
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
