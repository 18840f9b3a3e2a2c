/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the usage errors and the help of the {@code table} commands. */
class TableCommandTest {
    @TempDir
    Path temp;

    private static String refused(String... arguments) {
        Run run = new Run();
        List<String> command = new ArrayList<>(List.of("table"));
        command.addAll(Arrays.asList(arguments));
        assertThat(run.hbaseSearch(command.toArray(new String[0])))
                .as(command.toString())
                .isEqualTo(2);
        assertThat(run.out()).isEmpty();
        return run.err();
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "create", "describe", "put", "get", "scan", "count", "delete", "import"})
    void everyVerbHasHelp(String verb) {
        Run run = new Run();

        assertThat(run.hbaseSearch("table", verb, "--help")).isZero();
        assertThat(run.out()).contains("hbase-search table " + verb);
    }

    @Test
    void theFormatTableIsNotTakenForTheCommand() {
        Run run = new Run();

        assertThat(run.hbaseSearch("-o", "table", "version")).isZero();
        assertThat(run.out()).startsWith("PART");
        assertThat(run.hbaseSearch("version", "--output", "table")).isZero();
    }

    @Test
    void theCompletionScriptHasTheVerbs() {
        Run run = new Run();

        assertThat(run.hbaseSearch("completion")).isZero();
        assertThat(run.out()).contains("list create describe put get scan count delete import");
    }

    @Test
    void cellsThatCannotBeWrittenAreNamed() {
        assertThat(refused("put", "orders", "k", "m:subject")).contains("a cell is COLUMN=VALUE");
        assertThat(refused("put", "orders", "k", "m:age:itn=3")).contains("'itn' of m:age:itn", "int, long");
        assertThat(refused("put", "orders", "k", "m:age:int=secret"))
                .contains("the value of m:age:int is not a whole number")
                .doesNotContain("secret");
        assertThat(refused("put", "orders", "k", "m:a=1", "m:a:int=1")).contains("given twice");
        assertThat(refused("put", "orders", "k\\x0", "m:a=1")).contains("KEY: not a row key in format hbase");
        assertThat(refused("put", "orders", "k", "m:a=1", "--timestamp", "-1")).contains("--timestamp");
        assertThat(refused("get", "orders", "k", "m:a:b")).contains("'b' of m:a:b");
    }

    @Test
    void rangesThatHoldNoKeyAreRefused() {
        assertThat(refused("scan", "orders", "--start", "b", "--stop", "a")).contains("--start is not before --stop");
        assertThat(refused("count", "orders", "--prefix", "a", "--start", "b")).contains("no key with this --prefix");
        assertThat(refused("scan", "orders", "--limit", "0", "-o", "json")).contains("-o ndjson");
        assertThat(refused("scan", "orders", "--key-format", "hex", "--prefix", "xy"))
                .contains("--prefix");
    }

    @Test
    void tablesThatCannotBeMadeAreRefused() {
        assertThat(refused("create", "orders")).contains("FAMILY");
        assertThat(refused("create", "orders", "m:x")).contains("'m:x' is not a family's name");
        assertThat(refused("create", "orders", "m", "m")).contains("named twice");
        assertThat(refused("create", "orders", "m", "--salts", "4", "--splits", "a"))
                .contains("cannot be combined");
        assertThat(refused("create", "orders", "m", "--splits", "a,\\x61")).contains("named twice");
    }

    @Test
    void importsThatCannotBeginAreRefused() throws IOException {
        String rows = Files.writeString(temp.resolve("rows.csv"), "id,x\n1,2\n").toString();
        assertThat(refused("import", "orders", rows)).contains("--key", "--row-key");
        assertThat(refused("import", "orders", "none.csv", "--key", "id")).contains("no file none.csv");
        assertThat(refused("import", "orders", "-", "--key", "id")).contains("--format csv");
        assertThat(refused("import", "orders", rows, "--key", "id", "--map", "x"))
                .contains("FIELD=COLUMN");
        assertThat(refused("import", "orders", rows, "--key", "id", "--map", "x=m:x:itn"))
                .contains("'itn'");
        assertThat(refused("import", "orders", rows, "--key", "id", "--delimiter", "||"))
                .contains("one character");
        assertThat(refused("import", "orders", rows, "--key", "id", "--format", "ndjson", "--columns", "a"))
                .contains("--columns and --delimiter are for CSV");
    }
}
