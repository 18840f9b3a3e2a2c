/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row keys of records, and the columns of their fields. */
class RecordKeyTest {
    @TempDir
    Path temp;

    private RowKeySpec spec(String yaml) throws IOException {
        return new RowKeySpecReader(Map.of()).readFile(Files.writeString(temp.resolve("key.yaml"), yaml));
    }

    @Test
    void aSaltedKeyWithAReversedTimeIsMadeOfFields() throws IOException {
        RecordKey key = RecordKey.ofSpec(
                spec(
                        """
                        parts:
                          salt: {kind: hash, function: javaString, of: user, modulus: 16, negatives: floor, type: decimal, width: 2}
                          user: {type: ascii, width: 8}
                          ts:   {type: u64, transform: complement}
                        """));
        for (int i = 0; i < 100; i++) {
            String user = String.format("u%07d", i * 7919);
            long time = 1_795_876_894_000L + i;
            byte[] expected = Bytes.add(
                    Bytes.toBytes(String.format("%02d", Math.floorMod(user.hashCode(), 16)) + user),
                    Bytes.toBytes(Long.MAX_VALUE - time));

            RecordKey.Made made = key.of(Map.of("user", user, "ts", String.valueOf(time), "subject", "x"));

            assertThat(made.key()).isEqualTo(RowKey.wrap(expected));
            assertThat(made.told()).containsExactlyInAnyOrder("user", "ts");
        }
        assertThatThrownBy(() -> key.of(Map.of("user", "u0000001")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it has no value of the key's ts");
        assertThatThrownBy(() -> key.of(Map.of("user", "secret", "ts", "1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("user must have 8 bytes")
                .hasMessageNotContaining("secret");
    }

    @Test
    void ofARandomSaltTheSameValuesAlwaysHaveTheSameOne() throws IOException {
        RecordKey key = RecordKey.ofSpec(
                spec("parts:\n  salt: {kind: salt, type: ascii, values: [a, b, c, d]}\n  id: {type: ascii}\n"));
        Set<Character> salts = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            Map<String, String> values = Map.of("id", "id" + i);
            RowKey made = key.of(values).key();
            assertThat(made.bytes().utf8()).endsWith("id" + i);
            assertThat(key.of(values).key()).isEqualTo(made);
            salts.add(made.bytes().utf8().charAt(0));
        }
        assertThat(salts).as("spread over all").hasSize(4);
    }

    @Test
    void whatAHashHidesIsNotToldByTheKey() throws IOException {
        RecordKey key = RecordKey.ofSpec(spec("parts:\n  hash: {kind: hash, function: md5, of: account}\n"));

        assertThat(key.of(Map.of("account", "a")).told())
                .as("a column has to keep it")
                .isEmpty();
    }

    @Test
    void aFieldMayHaveTheKey() {
        RecordKey key = RecordKey.ofField("id", RowKey::utf8);

        assertThat(key.of(Map.of("id", "k", "x", "y"))).isEqualTo(new RecordKey.Made(RowKey.utf8("k"), Set.of("id")));
        assertThatThrownBy(() -> key.of(Map.of("x", "y"))).hasMessage("it has no value of the key 'id'");
        assertThatThrownBy(() -> key.of(Map.of("id", ""))).hasMessageContaining("1 to 32767 bytes");
    }

    @Test
    void aFieldsColumnIsTheNamedOneOrItsOwnNameOrInTheFamily() {
        ImportColumns columns = new ImportColumns(
                Map.of("age", Optional.of(TypedColumn.parse("m:a:int")), "no", Optional.empty()),
                Optional.of("m"),
                Set.of("m", "n"));

        assertThat(columns.of("age")).contains(TypedColumn.parse("m:a:int"));
        assertThat(columns.of("no")).isEmpty();
        assertThat(columns.of("n:x:long")).contains(TypedColumn.parse("n:x:long"));
        assertThat(columns.of("subject")).contains(new TypedColumn(ColumnName.of("m", "subject"), Optional.empty()));
        assertThatThrownBy(() -> columns.of("q:x")).hasMessageContaining("no column family 'q'; its families: m, n");
        assertThatThrownBy(() -> new ImportColumns(Map.of(), Optional.empty(), Set.of("m", "n")).of("subject"))
                .hasMessageContaining("--map subject=FAMILY:QUALIFIER");
    }
}
