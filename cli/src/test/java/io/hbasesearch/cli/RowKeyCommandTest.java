/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowKeyCommandTest {
    @TempDir
    Path temp;

    private final Run run = new Run();

    private static String sample(String name) {
        return Path.of("..", "config", "rowkeys", name + ".yaml").toString();
    }

    @Test
    void valuesBecomeAKey() {
        assertThat(run.hbaseSearch(
                        "rowkey",
                        "encode",
                        sample("schemad-key"),
                        "id=00000001",
                        "name=Li",
                        "date=20260302",
                        "-o",
                        "csv"))
                .isZero();
        assertThat(run.out()).contains("00000001Li\\x0020260302,key,19");
        assertThat(run.err()).contains("Hint: ");
    }

    @Test
    void everyKeyOfARandomSaltIsShown() {
        assertThat(run.hbaseSearch("rowkey", "encode", sample("random-salt"), "id=abc001", "-o", "ndjson"))
                .isZero();
        assertThat(run.out().lines()).hasSize(4).first().asString().contains("\"a-abc001\"");
    }

    @Test
    void missingValuesAreNamed() {
        assertThat(run.hbaseSearch("rowkey", "encode", sample("mail-box"), "user=u1000001"))
                .isEqualTo(2);
        assertThat(run.err()).contains("missing", "day, message", "FIELD=VALUE");
    }

    @Test
    void aValueThatDoesNotFitIsAnErrorThatDoesNotRepeatIt() {
        assertThat(run.hbaseSearch(
                        "rowkey", "encode", sample("mail-box"), "user=u1", "day=2026-03-02", "message=000001"))
                .isEqualTo(2);
        assertThat(run.err()).contains("user must have 8 bytes").doesNotContain("u1 ");
        assertThat(run.hbaseSearch("rowkey", "encode", sample("mail-box"), "usr=u1"))
                .isEqualTo(2);
        assertThat(run.err()).contains("usr is not a field of the key");
    }

    @Test
    void keysBecomeValues() {
        assertThat(run.hbaseSearch("rowkey", "decode", sample("mail-box"), "u100000120260302000001"))
                .isZero();
        assertThat(run.out()).contains("u1000001", "2026-03-02T00:00:00Z", "000001");
    }

    @Test
    void aKeyThatDoesNotFitEndsWithItsOwnExitCode() {
        assertThat(run.hbaseSearch(
                        "rowkey", "decode", sample("mail-box"), "u100000120260302000001", "short", "-o", "json"))
                .isEqualTo(3);
        assertThat(run.out()).contains("\"error\":\"user must have 8 bytes, and the key ends before\"");
        assertThat(run.err()).contains("\"code\":3", "1 of 2 keys");
    }

    @Test
    void aPathIsExplained() {
        assertThat(run.hbaseSearch("rowkey", "explain", sample("newest-first-text"), "uid=u00001", "ts>=1000"))
                .isZero();
        assertThat(run.out()).contains("scan", "u00001", "u000019223372036854774808");
        assertThat(run.err()).contains("ts descending", "Every one of these rows matches");

        assertThat(run.hbaseSearch("rowkey", "explain", sample("geomesa-z2"), "geom@=16,48,17,49", "-o", "json"))
                .isZero();
        assertThat(run.out()).contains("\"path\":\"scan\"", "\"residual\":[\"geom@=16,48,17,49\"]");

        assertThat(run.hbaseSearch("rowkey", "explain", sample("hash-prefix-dash"), "id=abc001"))
                .isZero();
        assertThat(run.out()).contains("9bf0-abc001");

        assertThat(run.hbaseSearch("rowkey", "explain", sample("hash-prefix-dash"), "id^=abc"))
                .isZero();
        assertThat(run.out()).contains("none", "hash");
    }

    @Test
    void whatIsNoPredicateIsRefused() {
        assertThat(run.hbaseSearch("rowkey", "explain", sample("mail-box"), "user"))
                .isEqualTo(2);
        assertThat(run.err()).contains("a predicate is a field");
        assertThat(run.hbaseSearch("rowkey", "explain", sample("mail-box"), "day=soon"))
                .isEqualTo(2);
        assertThat(run.err()).contains("day must be a date");
        assertThat(run.hbaseSearch("rowkey", "explain", sample("mail-box"), "day=2026-03-02", "--limit", "0"))
                .isEqualTo(2);
        assertThat(run.err()).contains("--limit");
    }

    @Test
    void aSpecificationWithMistakesEndsWithItsOwnExitCode() throws IOException {
        Path file = Files.writeString(temp.resolve("key.yaml"), "parts:\n  a: {type: utf}\n  b: {kind: const}\n");

        assertThat(run.hbaseSearch("rowkey", "decode", file.toString(), "x")).isEqualTo(10);
        assertThat(run.err()).contains(file + ":2:", "utf8", file + ":3:", "value");
    }
}
