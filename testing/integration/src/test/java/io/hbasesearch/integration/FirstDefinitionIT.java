/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** From a table that nobody has described to a definition that its rows fit. */
@ExtendWith(Servers.Extension.class)
@Timeout(180)
class FirstDefinitionIT {
    private static final String NAME = "firstdefinition";
    private static final int ROWS = 200;

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

            site.run(0, "index", "init", NAME);

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
}
