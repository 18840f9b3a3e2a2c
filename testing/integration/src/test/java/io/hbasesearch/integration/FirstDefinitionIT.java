/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** From a table that nobody has described to a definition that its rows fit; and how evenly keys spread over regions. */
@ExtendWith(Servers.Extension.class)
@Timeout(180)
class FirstDefinitionIT {
    private static final String NAME = "firstdefinition";
    private static final int ROWS = 200;
    private static final String SPREAD = "spreadkeys";
    private static final String UNEVEN = "unevenkeys";
    private static final Pattern HOT = Pattern.compile("\"region\":(\\d+),[^}]*\"hot\":true");

    private static Put row(String key) {
        return new Put(Bytes.toBytes(key))
                .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("some words"))
                .addColumn(TestTable.FAMILY, TestTable.COUNT, Bytes.toBytes(7L));
    }

    @Test
    void aTableIsSampledIntoADefinitionAndItsKeysAreChecked(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(servers.connection(), NAME, 1);
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            puts.add(row(String.format("u%07d20260302%06d", i * 31, i)));
        }
        try (Table open = table.open()) {
            open.put(puts);
            Site site = new Site(servers.addresses(), directory, "default:other", "other");

            assertThat(site.run(0, "index", "init", NAME)).contains("Read all 200 rows of table default:" + NAME + ".");

            assertThat(Files.readString(directory.resolve("indexes").resolve(NAME + ".yaml")))
                    .contains(
                            "day: {type: date, pattern: yyyyMMdd}",
                            "text: {column: \"d:text\", type: text}",
                            "count: {column: \"d:count\", type: long}");
            site.run(0, "config", "check");
            assertThat(site.run(1, "index", "init", NAME)).contains("--force");
            assertThat(site.run(0, "rowkey", "check", NAME, "-o", "json")).contains("\"unfit\":0");

            // The first of all, so that every sample has it.
            open.put(row("a stray"));
            assertThat(site.run(4, "rowkey", "check", NAME))
                    .contains("1 key: ", "--show-keys")
                    .doesNotContain("a stray");
            assertThat(site.run(4, "rowkey", "check", NAME, "--show-keys")).contains("a stray");
        }
    }

    /** A bucket of two digits, a user and the time backwards, in a table with a region for each bucket. */
    @Test
    void whatSpreadsRowsIsFoundAndWhatTheSampleLeavesOpenIsSaid(Servers servers, @TempDir Path directory)
            throws Exception {
        byte[][] starts = IntStream.range(1, 20)
                .mapToObj(i -> Bytes.toBytes(String.format("%02d", i)))
                .toArray(byte[][]::new);
        TestTable table = TestTable.create(servers.connection(), SPREAD, 1, starts);
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            String user = String.format("user%06d", i % 700);
            int bucket = Math.floorMod(user.hashCode(), 20);
            puts.add(row(
                    String.format("%02d%s%013d", bucket, user, 9_999_999_999_999L - 1_760_000_000_000L - i * 61_000L)));
        }
        try (Table open = table.open()) {
            open.put(puts);
        }
        Site site = new Site(servers.addresses(), directory, "default:other", "other");

        String told = site.run(0, "index", "init", SPREAD);

        assertThat(told)
                .contains(
                        "Read 1,000 rows of table default:" + SPREAD,
                        "The sample leaves doubts",
                        "part 1, bucket: no sampled key has a negative hash");
        assertThat(Files.readString(directory.resolve("indexes").resolve(SPREAD + ".yaml")))
                .contains(
                        "bucket: {kind: hash, of: id, function: javaString, modulus: 20, negatives: floor, type: decimal, width: 2}",
                        "time: {type: decimal, width: 13, transform: complement 9999999999999}",
                        "time: {key: time, type: date}",
                        "# Check: part 1, bucket: no sampled key has");
        site.run(0, "config", "check");
        assertThat(site.run(0, "rowkey", "check", SPREAD, "--rows", "5000", "-o", "json"))
                .contains("\"unfit\":0", "\"sampled\":3000");
    }

    /** Of eight regions the fourth holds nearly everything, and the sixth, with a row that changes all the time, took most writes. */
    @Test
    void aRegionThatHoldsOrTakesMostIsNamedWithItsFirstPart(Servers servers, @TempDir Path directory) throws Exception {
        byte[][] starts = IntStream.rangeClosed(1, 7)
                .mapToObj(i -> Bytes.toBytes("0" + i))
                .toArray(byte[][]::new);
        TestTable table = TestTable.create(servers.connection(), UNEVEN, 1, starts);
        try (Table open = table.open()) {
            for (int i = 0; i < 24; i++) {
                open.put(row("0" + i % 8 + "-" + i));
            }
            // Servers tell sizes in whole megabytes.
            List<Put> large = new ArrayList<>();
            for (int i = 100; i < 160; i++) {
                large.add(row("03-" + i).addColumn(TestTable.FAMILY, TestTable.NOTE, new byte[300_000]));
            }
            open.put(large);
            open.put(Stream.generate(() -> row("05-5")).limit(400).toList());
        }
        Path spec = Files.writeString(
                directory.resolve("uneven.yaml"),
                """
                parts:
                  salt: {kind: salt, type: decimal, width: 2, values: 00..07}
                  dash: {kind: const, value: "-"}
                  id:   {type: decimal}
                """);
        Site site = new Site(servers.addresses(), directory, "default:other", "other");

        // Servers tell the master of their regions' sizes every few seconds.
        String told = await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> site.run(
                                0, "rowkey", "check", spec.toString(), "--table", UNEVEN, "--show-keys", "-o", "json"),
                        text -> HOT.matcher(text).results().count() == 2);

        assertThat(HOT.matcher(told).results().map(region -> region.group(1))).containsExactly("4", "6");
        assertThat(told).contains("\"sizes_known\":true", "\"largest_first_parts\":[{\"part\":\"key.salt=3\",");
        assertThat(site.run(0, "rowkey", "check", spec.toString(), "--table", UNEVEN))
                .contains("2 of 8 regions have more than twice an even share of the table or of its writes.")
                .doesNotContain("salt=");
    }
}
