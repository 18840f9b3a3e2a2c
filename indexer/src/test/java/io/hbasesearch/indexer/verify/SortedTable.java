/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.testing.PartialRowReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A table in memory whose rows have one column, {@code d:body}. */
public final class SortedTable extends PartialRowReader {
    public static final ColumnName BODY = ColumnName.of("d", "body");

    /** Of an index over it. */
    public static final IndexDefinition DEFINITION = new IndexDefinition(
            "test",
            TableId.parse("t"),
            RowKeyFormat.BINARY,
            List.of(FieldMapping.of("body", BODY, FieldType.TEXT)),
            "hash");

    /** Of an index over its rows whose keys have seven letters; others are left out. */
    public static final IndexDefinition OF_SEVEN = DefinitionText.read(
            "test",
            """
            table: t
            rowKey: {format: binary, spec: {parts: {number: {type: ascii, width: 7}}}, undecodable: skip, fields: []}
            fields: {body: {column: 'd:body', type: text}}
            """);

    /** Of an index over its rows that are no drafts. */
    public static final IndexDefinition NO_DRAFTS = DefinitionText.read(
            "test",
            """
            table: t
            rowKey: {format: binary}
            fields: {body: {column: 'd:body', type: text}}
            where: {body: {not: {prefix: draft}}}
            """);

    public final ConcurrentSkipListMap<RowKey, ByteArray> rows = new ConcurrentSkipListMap<>();
    public final AtomicInteger scans = new AtomicInteger();
    /** How many rows were asked for by their keys each time. */
    public final List<Integer> reads = new CopyOnWriteArrayList<>();

    volatile Runnable beforeRead = () -> {};

    /** Is told of every row that a scan returns, on the scan's thread. */
    public volatile Consumer<RowKey> onRow = key -> {};

    /** Where regions begin, besides the first. */
    public volatile List<ByteArray> splits = List.of();

    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        beforeRead.run();
        reads.add(keys.size());
        return keys.stream().map(key -> row(key, rows.get(key))).toList();
    }

    @Override
    public List<Row> readSome(
            TableId table, ColumnSelection columns, List<RowKey> keys, long mostBytes, Duration timeout) {
        int fit = 0;
        for (long bytes = 0; fit < keys.size() && bytes < mostBytes; fit++) {
            bytes += rows.getOrDefault(keys.get(fit), ByteArray.empty()).length();
        }
        return read(table, columns, keys.subList(0, Math.max(1, fit)), timeout);
    }

    private static Row row(RowKey key, ByteArray value) {
        return new Row(key, value == null ? List.of() : List.of(new Cell(BODY, 1, value)));
    }

    private ConcurrentNavigableMap<RowKey, ByteArray> within(KeyRange range) {
        ConcurrentNavigableMap<RowKey, ByteArray> within = rows;
        if (!range.start().isEmpty()) {
            within = within.tailMap(new RowKey(range.start()), true);
        }
        return range.stop().isEmpty() ? within : within.headMap(new RowKey(range.stop()), false);
    }

    @Override
    public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
        scans.incrementAndGet();
        Iterator<Row> iterator = within(range).entrySet().stream()
                .map(entry -> row(entry.getKey(), entry.getValue()))
                .toList()
                .iterator();
        return new RowCursor() {
            @Override
            public boolean hasNext() {
                return iterator.hasNext();
            }

            @Override
            public Row next() {
                Row row = iterator.next();
                onRow.accept(row.key());
                return row;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public List<KeyRange> regions(TableId table) {
        List<KeyRange> regions = new ArrayList<>();
        ByteArray start = ByteArray.empty();
        for (ByteArray split : splits) {
            regions.add(new KeyRange(start, split));
            start = split;
        }
        regions.add(new KeyRange(start, ByteArray.empty()));
        return regions;
    }

    @Override
    public Optional<RowKey> last(TableId table, KeyRange range) {
        return within(range).descendingKeySet().stream().findFirst();
    }

    @Override
    public Optional<RowKey> after(TableId table, KeyRange range, int number) {
        return within(range).keySet().stream().skip(number).findFirst();
    }
}
