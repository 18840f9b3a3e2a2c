/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    private final Run run = new Run();

    @Test
    void anUnknownCommandIsAUsageErrorWithASuggestion() {
        assertThat(run.hbaseSearch("versoin")).isEqualTo(2);
        assertThat(run.err()).startsWith("error[USAGE]: ").contains("Hint: Did you mean version");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void anUnknownOptionIsAUsageError() {
        assertThat(run.hbaseSearch("version", "--quiett")).isEqualTo(2);
        assertThat(run.err()).contains("--quiett").contains("--quiet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--payload=everything", "--partitions=0", "--replication-factor=0"})
    void peerAddRefusesOptionsThatMakeNoSense(String option) {
        assertThat(run.hbaseSearch("peer", "add", "--table", "mail", option)).isEqualTo(2);
        assertThat(run.err()).startsWith("error[USAGE]: ").contains(option.substring(0, option.indexOf('=')));
    }

    @Test
    void aWordWithAHyphenIsPartOfTheQuery() {
        assertThat(run.hbaseSearch("search", "mail", "invoice", "-draft", "--gateway", "http://127.0.0.1:1"))
                .isEqualTo(11);
        assertThat(run.err()).startsWith("error[SERVER_UNREACHABLE]");
    }

    @ParameterizedTest
    @CsvSource({
        "search mail invoice --sise 5, unknown option '--sise', Did you mean --size?",
        "search mail invoice --sise=5, unknown option '--sise', Did you mean --size?",
        "verify mail --repare, unknown option '--repare', Did you mean --repair?",
        "--quite version, unknown option '--quite', Did you mean --quiet?",
        "serch mail white whale, unknown command 'serch', Did you mean search?",
        "table lst, unknown command 'lst', Did you mean list?",
        "bump mail, unknown command 'bump', Run 'hbase-search --help' to see its options.",
    })
    void aMistypedOptionOrCommandIsAUsageErrorThatNamesTheNearest(String line, String message, String hint) {
        assertThat(run.hbaseSearch(line.split(" "))).isEqualTo(2);
        assertThat(run.err()).contains("error[USAGE]: " + message, "Hint: " + hint);
    }

    @Test
    void aCheckLeavesAQuickstartsDataAlone(@TempDir Path data) throws IOException {
        Path state = Files.createFile(data.resolve("state.properties"));

        assertThat(run.hbaseSearch("quickstart", "--check", "--data", data.toString()))
                .isEqualTo(2);
        assertThat(run.err()).contains(data.toString());
        assertThat(state).exists();
    }

    @Test
    void noCommandIsAUsageError() {
        assertThat(run.hbaseSearch()).isEqualTo(2);
    }

    @Test
    void helpGoesToStdoutAndNamesTheExitCodes() {
        assertThat(run.hbaseSearch("--help")).isZero();
        assertThat(run.out()).contains("Usage: hbase-search").contains("130 interrupted");
    }

    @Test
    void theLastLineOfAFailureIsJsonWhereResultsAre() {
        assertThat(run.hbaseSearch("version", "-o", "json", "--nope")).isEqualTo(2);
        assertThat(run.err().lines().reduce((first, second) -> second)).hasValueSatisfying(line -> assertThat(line)
                .startsWith("{\"type\":\"exit_error\",\"code\":2,")
                .contains("\"error\":\"unknown option '--nope'\"", "\"hint\":\""));
    }

    @Test
    void quietLeavesTheErrorAndDropsTheHint() {
        assertThat(run.hbaseSearch("--quiet", "nonsense")).isEqualTo(2);
        assertThat(run.err()).startsWith("error[USAGE]").doesNotContain("Hint:");
    }

    @Test
    void globalOptionsStandBeforeOrAfterTheCommand() {
        assertThat(run.hbaseSearch("-o", "csv", "version")).isZero();
        String before = run.out();
        Run after = new Run();
        assertThat(after.hbaseSearch("version", "-o", "csv")).isZero();

        assertThat(before).startsWith("part,version\n").isEqualTo(after.out());
    }

    @Test
    void completionPrintsAScript() {
        assertThat(run.hbaseSearch("completion")).isZero();
        assertThat(run.out()).contains("complete -F").contains("hbase-search");
    }
}
