/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The endpoint was upgraded before the indexer. Rows are written past the write-ahead log, so that only the events that the test itself
 * writes tell of them. Events of every format up to ours are indexed; before a newer one the index stops and says why, and a program that
 * knows that format goes on there.
 */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
class EventFormatIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String TOPIC = "hbase-search.default.formats";
    private static final String MESSAGE = "event format " + (RowMutations.FORMAT + 1)
            + " is not readable by this version, which knows formats 1 to " + RowMutations.FORMAT
            + ": upgrade the indexer before the replication endpoint";

    @Test
    void olderIndexerStopsBeforeANewerEventAndItsSuccessorContinues(Servers servers, @TempDir Path directory)
            throws Exception {
        TestTable table = TestTable.create(servers.connection(), "formats", 1);
        Site site = new Site(servers.addresses(), directory, "default:formats", "formats");
        site.addPeer("formats", "formats", 1);
        site.run(0, "index", "create", "formats");
        long committed;
        try (SearchProcess older = SearchProcess.start(site, "indexer")) {
            for (int format = 1; format <= RowMutations.FORMAT; format++) {
                put(table, "format-" + format);
                announce(servers, "format-" + format, format);
            }
            Oracle.await("events of formats before are indexed", LIMIT, () -> isEqual(site, table));
            Oracle.await("and acknowledged", LIMIT, () -> site.committedEvents() == RowMutations.FORMAT);
            committed = site.committedEvents();

            put(table, "newer");
            announce(servers, "newer", RowMutations.FORMAT + 1);
            Oracle.await("the indexer says why it stops", LIMIT, () -> log(site).contains(MESSAGE));
            assertThat(log(site)).contains("Upgrade this program to the endpoint's version");
        }
        assertThat(site.committedEvents()).as("the newer event was passed over").isEqualTo(committed);
        assertThat(isEqual(site, table)).isFalse();
        assertThat(site.run(0, "dead-letters", "list", "formats")).contains("0 in all.");

        Path upgraded = nextFormat(Files.createDirectories(directory.resolve("upgraded")));
        try (SearchProcess newer = SearchProcess.startWith(upgraded, site, "indexer")) {
            Oracle.await("the upgraded indexer reads it", LIMIT, () -> isEqual(site, table));
            put(table, "format-before");
            announce(servers, "format-before", RowMutations.FORMAT);
            Oracle.await("and what an endpoint announces that is not upgraded yet", LIMIT, () -> isEqual(site, table));
            assertThat(newer.isAlive()).isTrue();
        }
        assertThat(site.committedEvents()).isEqualTo(committed + 2);
    }

    private static void put(TestTable table, String row) throws IOException {
        try (Table open = table.open()) {
            open.put(new Put(Bytes.toBytes(row))
                    .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("words of " + row))
                    .setDurability(Durability.SKIP_WAL));
        }
    }

    private static void announce(Servers servers, String row, int format) throws Exception {
        byte[] key = Bytes.toBytes(row);
        byte[] event = RowMutation.newBuilder()
                .setFormat(format)
                .setCause(RowMutation.Cause.EDIT)
                .setNamespace("default")
                .setTable("formats")
                .setRow(ByteString.copyFrom(key))
                .setWriteTimeMillis(System.currentTimeMillis())
                .setPayload(Payload.KEYS)
                .build()
                .toByteArray();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers.kafka().bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            int partitions = producer.partitionsFor(TOPIC).size();
            producer.send(new ProducerRecord<>(TOPIC, RowPartition.of(key, partitions), key, event))
                    .get();
        }
    }

    private static boolean isEqual(Site site, TestTable table) {
        try {
            return site.oracle().differences(table.expected()).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String log(Site site) {
        try {
            return Files.readString(site.log("indexer"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path nextFormat(Path classes) throws IOException {
        return NextRelease.compile(
                classes,
                "event/src/main/java/io/hbasesearch/event/RowMutations.java",
                "FORMAT = " + RowMutations.FORMAT + ";",
                "FORMAT = " + (RowMutations.FORMAT + 1) + ";");
    }
}
