/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.RowKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class KeyNotationTest {
    @Command(name = "command")
    private static final class Keys {
        @Mixin
        private final KeyNotation notation = new KeyNotation();
    }

    private static KeyNotation notation(String... arguments) {
        Keys keys = new Keys();
        new CommandLine(keys).parseArgs(arguments);
        return keys.notation;
    }

    private static List<RowKey> keys() {
        List<RowKey> keys = new ArrayList<>();
        for (String text : List.of("user17", "会议\\x00", "a'b\"c", " tab\tend ", "\\x41", "--from", "a+b/c")) {
            keys.add(RowKey.utf8(text));
        }
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[1 + random.nextInt(12)];
            random.nextBytes(bytes);
            keys.add(RowKey.wrap(bytes));
        }
        return keys;
    }

    @ParameterizedTest
    @ValueSource(strings = {"hbase", "hex", "base64", "binary", "base64url"})
    void whatIsShownIsReadAgainAndIsOneLine(String name) {
        KeyNotation notation = notation("--key-format", name);
        for (RowKey key : keys()) {
            String shown = notation.format(key);
            assertThat(notation.parse(shown)).as(shown).isEqualTo(key);
            assertThat(shown).doesNotContainPattern("\\R|\t").doesNotStartWith("-");
            assertThat(notation.quoted(key.bytes())).doesNotStartWith("-");
        }
    }

    @Test
    void textNamesTheRowThatItShowsOrIsRefused() {
        KeyNotation notation = notation("--key-format", "text");
        int read = 0;
        for (RowKey key : keys()) {
            String shown = notation.format(key);
            if (shown.matches("(?s).*\\\\x[0-9A-F]{2}.*")) {
                assertThatThrownBy(() -> notation.parse("KEY", shown)).hasMessageContaining("use --key-format hbase");
            } else {
                assertThat(notation.parse(shown)).as(shown).isEqualTo(key);
                read++;
            }
        }
        assertThat(read).isGreaterThan(3);
    }

    @Test
    void theHBaseShellsNotationIsReadAndWrittenByDefault() {
        KeyNotation notation = notation();
        for (RowKey key : keys()) {
            byte[] bytes = key.bytes().toBytes();
            assertThat(notation.parse(Bytes.toStringBinary(bytes)).bytes().toBytes())
                    .isEqualTo(bytes);
            // The shell takes text in double quotes as UTF-8, and \xHH as a byte.
            assertThat(shellBytes(notation.format(key))).isEqualTo(bytes);
        }
        assertThat(notation.option()).isEmpty();
    }

    private static byte[] shellBytes(String text) {
        return Bytes.toBytesBinary(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @CsvSource({"hbase, a\\x", "hex, zz", "base64, ?"})
    void aKeyInAnotherNotationIsRefusedWithTheNamesOfAll(String name, String text) {
        assertThatThrownBy(() -> notation("--key-format", name).parse("KEY", text))
                .hasMessageContaining("KEY: not a row key in format " + name)
                .hasMessageContaining("hbase, text, hex, base64");
    }

    @Test
    void standardBase64IsReadToo() {
        RowKey key = RowKey.wrap(new byte[] {(byte) 0xfb, (byte) 0xff, (byte) 0xfe});
        assertThat(notation("--key-format", "base64").parse("+//+")).isEqualTo(key);
    }
}
