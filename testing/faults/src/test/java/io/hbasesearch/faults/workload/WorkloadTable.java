/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.faults.Expected;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A workload's table: its families, the index over it, and what its rows must have become in that index, by this class's own
 * reckoning. Stateless.
 *
 * <p>What a row shows must depend on its edits alone, or HBase's housekeeping would change rows without an event and the
 * oracle would blame the index for it. So versions are deleted only in {@link #DOCUMENT}, which keeps all of them (where they
 * are trimmed, the deletion of the newest shows the one before until a compaction has run, and nothing afterwards), and
 * delete markers outlive the test (else a put older than a marker appears when the marker is compacted away).
 */
final class WorkloadTable {
    /** Keeps every version. */
    static final byte[] DOCUMENT = Bytes.toBytes("d");
    /** Keeps one version. */
    static final byte[] STATE = Bytes.toBytes("v");
    /** Thousands of columns, of which one is mapped. */
    static final byte[] WIDE = Bytes.toBytes("w");
    /** All its columns are mapped, in an index of huge rows; others have none. */
    static final byte[] HUGE = Bytes.toBytes("h");
    /** Not replicated; nothing of it is mapped. */
    static final byte[] LOCAL = Bytes.toBytes("x");

    static final byte[] TEXT = Bytes.toBytes("text");
    static final byte[] NOTE = Bytes.toBytes("note");
    static final byte[] WORD = Bytes.toBytes("word");
    static final byte[] COUNT = Bytes.toBytes("count");
    static final byte[] TITLE = Bytes.toBytes("title");

    /** What {@link #definition} has beside its other fields for an index of huge rows. */
    static final String HUGE_FIELD = "  huge: {columns: \"h:*\", maxColumns: 10000}\n";

    private static final int HUGE_VALUE_BYTES = 30_000;
    private static final int COLUMNS_OF_A_PUT = 70;
    /** The default of index.elasticsearch.maxDocumentBytes. */
    private static final long MAX_DOCUMENT_BYTES = 16L << 20;

    private static final String A_DAY_MILLIS = "86400000";

    private WorkloadTable() {}

    /** Four regions. */
    static void create(Connection connection, TableName name) throws IOException {
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name)
                .setColumnFamilies(List.of(
                        family(DOCUMENT, HConstants.REPLICATION_SCOPE_GLOBAL, Integer.MAX_VALUE),
                        family(STATE, HConstants.REPLICATION_SCOPE_GLOBAL, 1),
                        family(WIDE, HConstants.REPLICATION_SCOPE_GLOBAL, 1),
                        family(HUGE, HConstants.REPLICATION_SCOPE_GLOBAL, 1)));
        try (Admin admin = connection.getAdmin()) {
            admin.createTable(table.build(), new byte[][] {{0x40}, {(byte) 0x80}, {(byte) 0xC0}});
        }
    }

    /** Adds {@link #LOCAL}: not before the peer is there, as {@code peer add} refuses tables of which a part is silent. */
    static void addLocalFamily(Connection connection, TableName name) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            admin.addColumnFamily(name, family(LOCAL, HConstants.REPLICATION_SCOPE_LOCAL, 3));
        }
    }

    private static ColumnFamilyDescriptor family(byte[] name, int scope, int versions) {
        return ColumnFamilyDescriptorBuilder.newBuilder(name)
                .setScope(scope)
                .setMaxVersions(versions)
                .setConfiguration("hbase.hstore.time.to.purge.deletes", A_DAY_MILLIS)
                .build();
    }

    /** The index definition, as a user writes it. */
    static String definition(TableName table) {
        return """
                table: %s:%s
                rowKey:
                  format: binary
                fields:
                  text: {column: "d:text", type: text}
                  note: {column: "d:note", type: keyword}
                  word: {column: "v:word", type: keyword}
                  count: {column: "v:count", type: long}
                  title: {column: "w:title", type: text}
                """
                .formatted(table.getNamespaceAsString(), table.getQualifierAsString());
    }

    static void putHugeRow(Connection connection, TableName name, byte[] row, int bytes, Random values)
            throws IOException {
        int columns = bytes / HUGE_VALUE_BYTES;
        try (Table table = connection.getTable(name)) {
            for (int first = 0; first < columns; first += COLUMNS_OF_A_PUT) {
                Put put = new Put(row);
                for (int i = first; i < Math.min(columns, first + COLUMNS_OF_A_PUT); i++) {
                    put.addColumn(HUGE, Bytes.toBytes("column-" + i), letters(HUGE_VALUE_BYTES, values));
                }
                table.put(put);
            }
        }
    }

    /** One put, so that no part of it is indexed before. */
    static void putLargeDocument(Connection connection, TableName name, byte[] row, int bytes, Random values)
            throws IOException {
        try (Table table = connection.getTable(name)) {
            table.put(new Put(row)
                    .addColumn(DOCUMENT, TEXT, letters(bytes / 2, values))
                    .addColumn(WIDE, TITLE, letters(bytes / 2, values)));
        }
    }

    /** Words, as one that is too long is no term of an index. */
    private static byte[] letters(int length, Random random) {
        byte[] letters = new byte[length];
        for (int i = 0; i < length; i++) {
            letters[i] = (byte) (i % 8 == 7 ? ' ' : 'a' + random.nextInt(26));
        }
        return letters;
    }

    /** From a scan; a row without mapped columns is as good as gone, and one of too many bytes has no document. */
    static Expected expected(Connection connection, TableName name) throws IOException {
        Scan mapped = new Scan()
                .addColumn(DOCUMENT, TEXT)
                .addColumn(DOCUMENT, NOTE)
                .addColumn(STATE, WORD)
                .addColumn(STATE, COUNT)
                .addColumn(WIDE, TITLE)
                .addFamily(HUGE);
        Map<RowKey, Map<String, Object>> documents = new TreeMap<>();
        Set<RowKey> unmappable = new TreeSet<>();
        try (Table table = connection.getTable(name);
                ResultScanner scanner = table.getScanner(mapped)) {
            for (Result result : scanner) {
                RowKey row = RowKey.copyOf(result.getRow());
                if (bytes(result) > MAX_DOCUMENT_BYTES) {
                    unmappable.add(row);
                    continue;
                }
                try {
                    documents.put(row, document(result));
                } catch (CharacterCodingException e) {
                    unmappable.add(row);
                }
            }
        }
        return new Expected(documents, unmappable);
    }

    private static long bytes(Result result) {
        return Arrays.stream(result.rawCells()).mapToLong(Cell::getValueLength).sum();
    }

    private static Map<String, Object> document(Result result) throws CharacterCodingException {
        Map<String, Object> fields = new TreeMap<>();
        text(result, DOCUMENT, TEXT, fields);
        text(result, DOCUMENT, NOTE, fields);
        text(result, STATE, WORD, fields);
        text(result, WIDE, TITLE, fields);
        huge(result, fields);
        byte[] count = result.getValue(STATE, COUNT);
        if (count != null) {
            // JSON has one kind of integer; a small one comes back from the index as an Integer.
            long number = Bytes.toLong(count);
            fields.put("count", number == (int) number ? (Object) (int) number : (Object) number);
        }
        return fields;
    }

    private static void huge(Result result, Map<String, Object> fields) throws CharacterCodingException {
        Map<String, Object> members = new TreeMap<>();
        for (byte[] qualifier : result.getFamilyMap(HUGE).keySet()) {
            text(result, HUGE, qualifier, members);
        }
        if (!members.isEmpty()) {
            fields.put("huge", members);
        }
    }

    private static void text(Result result, byte[] family, byte[] qualifier, Map<String, Object> fields)
            throws CharacterCodingException {
        byte[] value = result.getValue(family, qualifier);
        if (value != null) {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
            fields.put(Bytes.toString(qualifier), text);
        }
    }
}
