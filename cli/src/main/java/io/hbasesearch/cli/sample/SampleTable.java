/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.sample;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.HBaseRowWriter;
import java.util.List;
import java.util.function.Supplier;

/**
 * A table of the sample data; its index has the same name.
 *
 * @param rows reads all rows again at each call, always in the same order
 */
public record SampleTable(TableId table, String family, Supplier<List<SampleRow>> rows) {
    /** The small table first, so that there is something to search early. */
    public static final List<SampleTable> ALL = List.of(
            new SampleTable(TableId.parse(MailBox.NAME), MailBox.FAMILY, MailBox::rows),
            new SampleTable(TableId.parse(WordNet.NAME), WordNet.FAMILY, WordNet::rows));

    public String index() {
        return table.qualifier();
    }

    /** Puts the rows, and returns once every row is acknowledged. */
    public void put(HBaseRowWriter writer, List<SampleRow> batch) {
        writer.put(
                table,
                batch.stream()
                        .map(row -> new HBaseRowWriter.RowPut(row.key(), row.cells()))
                        .toList());
    }
}
