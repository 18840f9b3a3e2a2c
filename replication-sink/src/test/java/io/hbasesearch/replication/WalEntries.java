/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.WALProtos.BulkLoadDescriptor;
import org.apache.hadoop.hbase.shaded.protobuf.generated.WALProtos.StoreDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKeyImpl;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** Builds WAL entries as HBase's reader hands them out. */
public final class WalEntries {
    static final String REGION = "0123456789abcdef0123456789abcdef";

    private String table = "mail";
    private String region = REGION;
    private long sequenceId = 7;
    private long writeTime = 1_700_000_000_000L;
    private NavigableMap<byte[], Integer> scopes = scopes(Map.of("d", 1));
    private final List<KeyValue> cells = new ArrayList<>();

    public static WalEntries entry() {
        return new WalEntries();
    }

    WalEntries table(String value) {
        table = value;
        return this;
    }

    WalEntries region(String value) {
        region = value;
        return this;
    }

    WalEntries sequenceId(long value) {
        sequenceId = value;
        return this;
    }

    WalEntries writeTime(long value) {
        writeTime = value;
        return this;
    }

    /** Null as for an entry without any replicated family. */
    WalEntries scopes(NavigableMap<byte[], Integer> value) {
        scopes = value;
        return this;
    }

    static NavigableMap<byte[], Integer> scopes(Map<String, Integer> byFamily) {
        NavigableMap<byte[], Integer> scopes = new TreeMap<>(Bytes.BYTES_COMPARATOR);
        byFamily.forEach((family, scope) -> scopes.put(Bytes.toBytes(family), scope));
        return scopes;
    }

    WalEntries put(String row, String family, String qualifier, String value) {
        return cell(row, family, qualifier, KeyValue.Type.Put, Bytes.toBytes(value));
    }

    public WalEntries cell(String row, String family, String qualifier, KeyValue.Type type, byte[] value) {
        cells.add(new KeyValue(
                Bytes.toBytes(row),
                Bytes.toBytes(family),
                qualifier == null ? null : Bytes.toBytes(qualifier),
                5,
                type,
                value));
        return this;
    }

    WalEntries marker(byte[] qualifier) {
        return marker(qualifier, new byte[0]);
    }

    WalEntries marker(byte[] qualifier, byte[] value) {
        cells.add(new KeyValue(Bytes.toBytes("start"), WALEdit.METAFAMILY, qualifier, 5, KeyValue.Type.Put, value));
        return this;
    }

    /** As HBase writes it for files of these families, loaded into a region of these bounds. */
    WalEntries bulkLoad(String start, String stop, String... families) {
        RegionInfo loaded = RegionInfoBuilder.newBuilder(TableName.valueOf(table))
                .setStartKey(Bytes.toBytes(start))
                .setEndKey(Bytes.toBytes(stop))
                .build();
        BulkLoadDescriptor.Builder descriptor = BulkLoadDescriptor.newBuilder()
                .setTableName(ProtobufUtil.toProtoTableName(loaded.getTable()))
                .setEncodedRegionName(UnsafeByteOperations.unsafeWrap(loaded.getEncodedNameAsBytes()))
                .setBulkloadSeqNum(sequenceId);
        for (String family : families) {
            descriptor.addStores(StoreDescriptor.newBuilder()
                    .setFamilyName(UnsafeByteOperations.unsafeWrap(Bytes.toBytes(family)))
                    .setStoreHomeDir(family)
                    .addStoreFile("file"));
        }
        WALEdit.createBulkLoadEvent(loaded, descriptor.build()).getCells().stream()
                .map(KeyValueUtil::ensureKeyValue)
                .forEach(cells::add);
        return this;
    }

    public Entry build() {
        WALEdit edit = new WALEdit();
        cells.forEach(edit::add);
        long sequence = sequenceId;
        WALKeyImpl key = new WALKeyImpl(Bytes.toBytes(region), TableName.valueOf(table), writeTime, scopes) {
            @Override
            public long getSequenceId() {
                return sequence;
            }
        };
        return new Entry(key, edit);
    }
}
