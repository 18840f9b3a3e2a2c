/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** Messages and their definition where there is no HBase: as an indexer has them once it has read them. Stateless. */
public final class MailMapping {
    private MailMapping() {}

    public static IndexDefinition definition() {
        try {
            Path file = Files.createTempFile("mail", ".yaml");
            try {
                Files.writeString(file, MailRows.definition(MailTable.NAME).yaml());
                return new IndexDefinitionReader(Map.of()).readFile(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a read finds once this was put, and nothing else. */
    public static Row row(Put put) {
        List<Cell> cells = put.getFamilyCellMap().values().stream()
                .flatMap(List::stream)
                .map(cell -> new Cell(
                        ColumnName.of(
                                Bytes.toString(CellUtil.cloneFamily(cell)),
                                Bytes.toString(CellUtil.cloneQualifier(cell))),
                        cell.getTimestamp(),
                        ByteArray.wrap(CellUtil.cloneValue(cell))))
                .toList();
        return new Row(RowKey.copyOf(put.getRow()), cells);
    }
}
