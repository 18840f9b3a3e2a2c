/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A table of one's own by the {@code table} commands, as HBase itself then shows it. */
@ExtendWith(Servers.Extension.class)
@Timeout(180)
class TableCommandsIT {
    private static final String NAME = "tablecommands";
    private static final byte[] M = Bytes.toBytes("m");

    @Test
    void rowsGoInAndOutInTheNotationOfTheHBaseShell(Servers servers, @TempDir Path directory) throws Exception {
        Site site = new Site(servers.addresses(), directory, "default:other", "other");
        site.run(0, "table", "create", NAME, "m", "n", "--salts", "4", "--versions", "2", "--replicated");
        assertThat(site.run(1, "table", "create", NAME, "m")).contains("already exists");
        assertThat(site.run(0, "table", "list", "-o", "ndjson"))
                .contains("{\"table\":\"default:" + NAME + "\",\"regions\":4,\"families\":[\"m\",\"n\"],");
        assertThat(site.run(0, "table", "describe", NAME, "-o", "json"))
                .contains("\"enabled\":true,\"indexes\":[]", "{\"family\":\"m\",\"versions\":2,\"scope\":1,");

        String key = "01u\\x00\\xFF";
        site.run(
                0,
                "table",
                "put",
                NAME,
                key,
                "m:subject=周会 a=b",
                "m:amount:int=34",
                "m:ok:boolean=true",
                "--timestamp",
                "7");
        site.run(0, "table", "put", NAME, key, "m:amount:int=35", "--timestamp", "8");
        byte[] bytes = Bytes.toBytesBinary(key);
        try (Table table = servers.connection().getTable(TableName.valueOf(NAME))) {
            Result row = table.get(new Get(bytes));
            assertThat(row.getValue(M, Bytes.toBytes("subject"))).isEqualTo(Bytes.toBytes("周会 a=b"));
            assertThat(row.getValue(M, Bytes.toBytes("amount"))).isEqualTo(Bytes.toBytes(35));
            assertThat(row.getValue(M, Bytes.toBytes("ok"))).isEqualTo(Bytes.toBytes(true));

            assertThat(site.run(0, "table", "get", NAME, key, "m:amount"))
                    .contains(key + "  column=m:amount, timestamp=8, value=" + Bytes.toStringBinary(Bytes.toBytes(35)));
            assertThat(site.run(0, "table", "get", NAME, key, "m:amount:int", "--versions", "2", "-o", "csv"))
                    .contains(key + ",m:amount,8,35\n" + key + ",m:amount,7,34\n");
            assertThat(site.run(1, "table", "get", NAME, "none")).contains("has no row none");
            assertThat(site.run(1, "table", "get", NAME, key, "q:x")).contains("no column family 'q'", "m, n");
            assertThat(site.run(1, "table", "get", "tablecommand", key)).contains("Did you mean '" + NAME + "'?");

            assertThat(site.run(2, "table", "delete", NAME, key, "m:ok")).contains("--yes");
            site.run(0, "table", "delete", NAME, key, "m:ok", "m:amount", "--yes");
            assertThat(table.get(new Get(bytes)).size()).isEqualTo(1);
            site.run(0, "table", "delete", NAME, key, "--yes");
            assertThat(table.exists(new Get(bytes))).isFalse();
            assertThat(site.run(1, "table", "delete", NAME, key, "--yes")).contains("nothing was deleted");
        }
    }

    @Test
    void aFileIsImportedWithKeysOfASpecification(Servers servers, @TempDir Path directory) throws Exception {
        String name = NAME + "2";
        Site site = new Site(servers.addresses(), directory, "default:other", "other");
        Path spec = Files.writeString(
                directory.resolve("key.yaml"),
                """
                parts:
                  salt: {kind: hash, function: javaString, of: user, modulus: 4, negatives: floor, type: decimal, width: 2}
                  user: {type: ascii, width: 8}
                  ts:   {type: u64, transform: complement}
                """);
        StringBuilder text = new StringBuilder("user,ts,subject,amount\n");
        for (int i = 0; i < 5_000; i++) {
            text.append(String.format("u%07d,%d,\"line\nof %d\",%s%n", i % 100, i, i, i == 3_000 ? "x" : "" + i));
        }
        Path file = Files.writeString(directory.resolve("rows.csv"), text);
        site.run(0, "table", "create", name, "m", "--salts", "4");
        String[] command = {
            "table", "import", name, file.toString(), "--row-key", spec.toString(), "--map", "amount=m:amount:int"
        };

        assertThat(site.run(3, command))
                .contains("line 6002: field 'amount' is not a whole number")
                .contains("rows that were written: 4999")
                .doesNotContain("of 3000");
        assertThat(site.run(0, "table", "count", name, "-o", "json")).contains("\"rows\":4999");
        assertThat(site.run(0, "table", "count", name, "--prefix", "02", "-o", "json"))
                .contains("\"rows\":" + rowsOf(2));
        String user = "u0000007";
        byte[] key = Bytes.add(
                Bytes.toBytes("0" + Math.floorMod(user.hashCode(), 4) + user), Bytes.toBytes(Long.MAX_VALUE - 4_907));
        try (Table table = servers.connection().getTable(TableName.valueOf(name))) {
            Result row = table.get(new Get(key));
            assertThat(row.size()).as("what the key has needs no column").isEqualTo(2);
            assertThat(row.getValue(M, Bytes.toBytes("subject"))).isEqualTo(Bytes.toBytes("line\nof 4907"));
            assertThat(row.getValue(M, Bytes.toBytes("amount"))).isEqualTo(Bytes.toBytes(4_907));
        }
        String page = site.run(0, "table", "scan", name, "--limit", "3", "--columns", "m:subject");
        assertThat(page.lines().filter(line -> line.contains("column=m:subject")))
                .hasSize(3);
        assertThat(page).contains("3 rows, and more.", "Go on: hbase-search table scan " + name);

        Files.writeString(file, "user,ts,subject,amount\nu1,x,,\nu0000001,1,a,1\n");
        assertThat(site.run(
                        1, "table", "import", name, file.toString(), "--row-key", spec.toString(), "--stop-on-error"))
                .contains("line 2: ", "rows before it that were written: 0");
    }

    private static long rowsOf(int salt) {
        long rows = 0;
        for (int i = 0; i < 5_000; i++) {
            boolean isOfSalt = Math.floorMod(String.format("u%07d", i % 100).hashCode(), 4) == salt;
            rows += isOfSalt && i != 3_000 ? 1 : 0;
        }
        return rows;
    }
}
