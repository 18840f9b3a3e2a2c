/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** A table of the tests' own, and what each of its rows must look like in the index, by the tests' own reckoning. */
public final class TestTable {
    public static final byte[] FAMILY = Bytes.toBytes("d");
    public static final byte[] TEXT = Bytes.toBytes("text");
    public static final byte[] NOTE = Bytes.toBytes("note");
    public static final byte[] COUNT = Bytes.toBytes("count");

    private final Connection connection;
    private final TableName name;

    private TestTable(Connection connection, TableName name) {
        this.connection = connection;
        this.name = name;
    }

    /** @param scope of family {@code d}: 1 replicates, 0 does not */
    public static TestTable create(Connection connection, String name, int scope, byte[]... splits) throws IOException {
        return create(connection, TableDescriptorBuilder.newBuilder(TableName.valueOf(name)), scope, splits);
    }

    public static TestTable create(Connection connection, TableDescriptorBuilder table, int scope, byte[]... splits)
            throws IOException {
        try (Admin admin = connection.getAdmin()) {
            table.setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                    .setScope(scope)
                    .build());
            admin.createTable(table.build(), splits.length == 0 ? null : splits);
            return new TestTable(connection, table.build().getTableName());
        }
    }

    public static TestTable existing(Connection connection, String name) {
        return new TestTable(connection, TableName.valueOf(name));
    }

    public TableName name() {
        return name;
    }

    public Table open() throws IOException {
        return connection.getTable(name);
    }

    /** What the index must hold: computed from a scan of the table, not by the indexer's mapper. */
    public Map<RowKey, Map<String, Object>> expected() throws IOException {
        Map<RowKey, Map<String, Object>> rows = new TreeMap<>();
        try (Table table = open();
                ResultScanner scanner = table.getScanner(new Scan())) {
            for (Result result : scanner) {
                Map<String, Object> fields = fields(result);
                if (!fields.isEmpty()) {
                    rows.put(RowKey.copyOf(result.getRow()), fields);
                }
            }
        }
        return rows;
    }

    private static Map<String, Object> fields(Result result) {
        Map<String, Object> fields = new TreeMap<>();
        for (byte[] qualifier : Arrays.asList(TEXT, NOTE)) {
            byte[] value = result.getValue(FAMILY, qualifier);
            if (value != null) {
                fields.put(Bytes.toString(qualifier), Bytes.toString(value));
            }
        }
        byte[] count = result.getValue(FAMILY, COUNT);
        if (count != null) {
            // JSON has one kind of integer; a small one comes back from the index as an Integer.
            long number = Bytes.toLong(count);
            fields.put("count", number == (int) number ? (Object) (int) number : (Object) number);
        }
        return fields;
    }
}
