/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.event.RowMutation;
import io.hbasesearch.replication.settings.SinkConfig;
import io.hbasesearch.replication.settings.TableRoute;
import io.hbasesearch.servers.HBaseVersion;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a site may have turned on in its HBase: logs that are compressed or encrypted. Each test starts its own HBase. */
@OnlyWithFaults
class UnusualHBaseIT {
    private static final byte[] D = Bytes.toBytes("d");
    private static final int ROUNDS = 4;
    private static final int ROWS = 250;
    private static final int VALUE_BYTES = 2_000;
    private static final String MARK = "a-value-that-is-easy-to-find-";

    @Test
    void compressedLogsAreAnnouncedWhole() throws Exception {
        Map<String, String> settings = Map.of(
                "hbase.regionserver.wal.enablecompression", "true",
                "hbase.regionserver.wal.value.enablecompression", "true");
        try (SinkCluster cluster =
                SinkCluster.start("wal-compressed", HBaseVersion.given(), ShippedJar.file(), settings)) {
            announcesEverything(cluster);
            long written = 0;
            for (Path wal : cluster.wals()) {
                written += Files.size(wal);
            }
            assertThat(written).as("values are compressed").isLessThan((long) ROUNDS * ROWS * VALUE_BYTES / 4);
        }
    }

    @Test
    void encryptedLogsAreAnnouncedWhole(@TempDir Path directory) throws Exception {
        Map<String, String> settings = Map.of(
                "hbase.crypto.keyprovider", "org.apache.hadoop.hbase.io.crypto.KeyStoreKeyProvider",
                "hbase.crypto.keyprovider.parameters", "jceks://" + keyStore(directory) + "?password=secret",
                "hbase.crypto.master.key.name", "hbase",
                "hbase.regionserver.wal.encryption", "true",
                "hbase.regionserver.hlog.reader.impl",
                        "org.apache.hadoop.hbase.regionserver.wal.SecureProtobufLogReader",
                "hbase.regionserver.hlog.writer.impl",
                        "org.apache.hadoop.hbase.regionserver.wal.SecureProtobufLogWriter",
                "hbase.regionserver.hlog.async.writer.impl",
                        "org.apache.hadoop.hbase.regionserver.wal.SecureAsyncProtobufLogWriter");
        try (SinkCluster cluster =
                SinkCluster.start("wal-encrypted", HBaseVersion.given(), ShippedJar.file(), settings)) {
            announcesEverything(cluster);
            for (Path wal : cluster.wals()) {
                assertThat(new String(Files.readAllBytes(wal), StandardCharsets.ISO_8859_1).contains(MARK))
                        .as("%s holds a value in clear", wal)
                        .isFalse();
            }
        }
    }

    /** Rows in bursts, between them logs are rolled and a region moves: the reader meets ends of files and what comes behind them. */
    private static void announcesEverything(SinkCluster cluster) throws Exception {
        TableRoute route = new TableRoute("default", "formats", 1, 3);
        TableName formats = cluster.createTable("formats", Map.of("d", 1));
        try (TopicReader topic = cluster.createTopic(route);
                Table table = cluster.connection.getTable(formats)) {
            cluster.addPeer("formats", Map.of(SinkConfig.TABLES.key(), route.toString()), formats);
            Set<String> rows = new TreeSet<>();
            for (int round = 0; round < ROUNDS; round++) {
                rows.addAll(put(table, round));
                topic.awaitRows(rows);
                for (ServerName server : cluster.admin.getRegionServers()) {
                    cluster.admin.rollWALWriter(server);
                }
                RegionInfo moved = cluster.admin.getRegions(formats).get(round);
                cluster.moveToTheOtherServer(moved);
            }
            List<RowMutation> events = topic.readToEnd();
            assertThat(events)
                    .allSatisfy(event -> assertThat(event.getCells(0).getValue().toStringUtf8())
                            .startsWith(MARK + event.getRow().toStringUtf8())
                            .hasSize(VALUE_BYTES));
            assertThat(cluster.wals()).isNotEmpty();
            assertThat(cluster.aborts()).isEmpty();
        }
    }

    private static List<String> put(Table table, int round) throws Exception {
        List<String> rows = new ArrayList<>();
        List<Put> puts = new ArrayList<>();
        for (int n = 0; n < ROWS; n++) {
            String row = (char) ('a' + n % 26) + "-" + round + "-" + n;
            String value = MARK + row;
            rows.add(row);
            puts.add(new Put(Bytes.toBytes(row))
                    .addColumn(D, D, Bytes.toBytes(value + "x".repeat(VALUE_BYTES - value.length()))));
        }
        table.put(puts);
        return rows;
    }

    private static Path keyStore(Path directory) throws Exception {
        char[] password = "secret".toCharArray();
        KeyStore store = KeyStore.getInstance("JCEKS");
        store.load(null, password);
        store.setEntry(
                "hbase",
                new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
                new KeyStore.PasswordProtection(password));
        Path file = directory.resolve("keys.jceks");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password);
        }
        return file;
    }
}
