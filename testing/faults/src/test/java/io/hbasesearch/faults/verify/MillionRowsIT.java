/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.RawWrites;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A million rows that came into the index by the ordinary way, a thousand divergences that nobody announced: {@code verify} finds
 * each with its class, and nothing else; repairs them; and finds nothing afterwards. Measures what that takes.
 */
@ExtendWith(Servers.Extension.class)
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class MillionRowsIT {
    private static final Logger LOG = LoggerFactory.getLogger(MillionRowsIT.class);
    private static final int ROWS = Integer.getInteger("faults.rows", 1_000_000);
    private static final String HEAP = System.getProperty("faults.heap", "128m");
    private static final int OF_EACH = 250;
    private static final Duration INDEXED = Duration.ofMinutes(30);
    private static final List<String> WORDS = List.of(
            "invoice", "shipment", "meeting", "contract", "budget", "review", "draft", "signed", "overdue", "paid");

    private final List<String> figures = new ArrayList<>();

    @Test
    void aThousandDivergencesInAMillionRowsAreFoundAndRepaired(Servers servers, @TempDir Path directory)
            throws Exception {
        TestTable table = TestTable.create(servers.connection(), "million", 1, splits());
        Site site = new Site(servers.addresses(), directory, "default:million", "million");
        site.addPeer("million", "million", 1);
        site.run(0, "index", "create", "million");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            long start = System.nanoTime();
            fill(servers, table);
            Oracle.await("every event is in the index", INDEXED, () -> site.committedEvents() >= ROWS);
            note("written and indexed: " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s");

            verify(site, directory, 0, "clean");
            verify(site, directory, 0, "clean, by hashes", "--hashes");
            Map<String, String> planted =
                    plant(new RawWrites(servers.addresses().rawElasticsearch(), "million"));
            assertThat(found(site, directory, "1,000 divergences")).isEqualTo(planted);
            assertThat(found(site, directory, "1,000 divergences, by hashes", "--hashes"))
                    .isEqualTo(planted);
            JsonNode repaired = verify(site, directory, 0, "1,000 divergences, repaired", "--repair");
            assertThat(repaired.path("repaired").asInt()).isEqualTo(planted.size());
            assertThat(verify(site, directory, 0, "clean again").path("settled").asInt())
                    .isZero();
            assertThat(indexer.isAlive()).isTrue();
        } finally {
            Files.write(Path.of("target", "verify.txt"), figures);
        }
    }

    /** The differences that the report names: row to class. */
    private Map<String, String> found(Site site, Path directory, String what, String... options) throws Exception {
        Path file = directory.resolve("differences.ndjson");
        List<String> all = new ArrayList<>(List.of("--report", file.toString()));
        all.addAll(List.of(options));
        verify(site, directory, 4, what, all.toArray(String[]::new));
        Map<String, String> found = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode difference = new ObjectMapper().readTree(line);
            if (difference.path("type").asText().equals("difference")) {
                String row = difference.path("row").asText();
                assertThat(found.put(row, difference.path("kind").asText()))
                        .as(row)
                        .isNull();
            }
        }
        return found;
    }

    private JsonNode verify(Site site, Path directory, int exitCode, String what, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("verify", "million", "-o", "ndjson"));
        arguments.addAll(List.of(options));
        MeasuredCommand run = MeasuredCommand.run(site, directory, HEAP, exitCode, arguments.toArray(String[]::new));
        note(run.describe("verify, " + what, ROWS));
        JsonNode report = new ObjectMapper().readTree(run.lastLine());
        assertThat(report.path("complete").asBoolean()).isTrue();
        assertThat(report.path("rows").asInt()).isEqualTo(ROWS);
        return report;
    }

    private void note(String figure) {
        figures.add(figure);
        LOG.info("{} rows, -Xmx{}: {}", ROWS, HEAP, figure);
    }

    /** Four regions. */
    private static byte[][] splits() {
        return IntStream.range(1, 4)
                .mapToObj(i -> row(i * (ROWS / 4)).bytes().toBytes())
                .toArray(byte[][]::new);
    }

    private static RowKey row(int number) {
        return RowKey.utf8(String.format("row-%07d", number));
    }

    private static void fill(Servers servers, TestTable table) throws IOException {
        Random random = new Random(1);
        try (BufferedMutator writer = servers.connection().getBufferedMutator(table.name())) {
            for (int i = 0; i < ROWS; i++) {
                StringBuilder text = new StringBuilder();
                for (int word = 0; word < 12; word++) {
                    text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
                }
                writer.mutate(new Put(row(i).bytes().toBytes())
                        .addColumn(
                                TestTable.FAMILY,
                                TestTable.TEXT,
                                Bytes.toBytes(text.append(i).toString()))
                        .addColumn(TestTable.FAMILY, TestTable.NOTE, Bytes.toBytes("note " + i % 100))
                        .addColumn(TestTable.FAMILY, TestTable.COUNT, Bytes.toBytes((long) i)));
            }
        }
    }

    /**
     * Directly in the index, at the versions that are there.
     *
     * @return row to class
     */
    private static Map<String, String> plant(RawWrites raw) throws Exception {
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, ROWS).boxed().toList());
        Collections.shuffle(numbers, new Random(2));
        Map<String, String> planted = new TreeMap<>();
        for (int i = 0; i < 4 * OF_EACH; i += 4) {
            RowKey missing = row(numbers.get(i));
            raw.delete(missing);
            planted.put(missing.printable(), "missing");
            RowKey stale = row(numbers.get(i + 1));
            raw.change(stale, "planted");
            planted.put(stale.printable(), "stale");
            RowKey extra = RowKey.utf8(row(numbers.get(i + 2)).printable() + "-extra");
            raw.add(extra);
            planted.put(extra.printable(), "extra");
            RowKey confused = row(numbers.get(i + 3));
            raw.confuse(confused, RowKey.utf8(confused.printable() + "-other"));
            planted.put(confused.printable(), "undecodable");
        }
        return planted;
    }
}
