/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.KeyPlanner;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that begin with the start of their region, while regions split and merge: no list of starts stays right. */
class OpenSaltTest {
    private static final String LOCAL_INDEX =
            """
            parts:
              region: {kind: salt, type: ascii, width: 4}
              phone:  {type: ascii, width: 11, transform: reverse}
              row:    {type: bytes}
            """;

    @TempDir
    Path directory;

    private SampleTable table;
    private RowKey beforeTheSplit;
    private RowKey behindTheSplit;

    @BeforeEach
    void fill() throws IOException {
        Path file = Files.writeString(directory.resolve("local.yaml"), LOCAL_INDEX);
        table = new SampleTable(new RowKeySpecReader(Map.of()).readFile(file));
        beforeTheSplit = table.put("region=8000", "phone=13812345678", "row=01");
        behindTheSplit = table.put("region=a7f3", "phone=13812345678", "row=02");
        table.put("region=8000", "phone=13812345679", "row=03");
    }

    @Test
    void aValueIsLookedForBehindWhateverStart() {
        AccessPath.Scan path = (AccessPath.Scan) table.plan("phone=13812345678");

        assertThat(table.reached(path)).containsExactly(beforeTheSplit, behindTheSplit);
        assertThat(path.fuzzy()).singleElement().satisfies(pattern -> {
            assertThat(pattern.any().cardinality()).isEqualTo(4);
            assertThat(pattern.bytes().length()).isEqualTo(15);
        });
        assertThat(path.residual()).isEmpty();
    }

    @Test
    void soIsABeginning() {
        AccessPath.Scan path = (AccessPath.Scan) table.plan("phone$=5678");

        assertThat(table.reached(path)).containsExactly(beforeTheSplit, behindTheSplit);
        assertThat(path.residual()).isEmpty();
        assertThat(path.fuzzy()).hasSize(1);
    }

    @Test
    void whereTheStartIsKnownTheKeyBeginsWithIt() {
        AccessPath.Scan path = (AccessPath.Scan) table.plan("region=a7f3", "phone=13812345678");

        assertThat(path.fuzzy()).isEmpty();
        assertThat(table.reached(path)).containsExactly(behindTheSplit);
    }

    /** All rows would have to be looked at. */
    @Test
    void noPathIsMadeOfNothingButTheGap() {
        assertThat(table.plan("row=01")).isInstanceOf(AccessPath.None.class);
        assertThat(table.plan("phone>=13800000000")).isInstanceOf(AccessPath.None.class);
        assertThat(table.plan("row^=01")).isInstanceOf(AccessPath.None.class);
        assertThat(new KeyPlanner(table.spec()).everything()).containsExactly(KeyRange.all());
    }

    @Test
    void aValueWithoutBytesTellsNothing() throws IOException {
        Path file = Files.writeString(
                directory.resolve("open.yaml"),
                "parts:\n  o: {kind: salt, type: ascii, width: 2}\n  id: {type: utf8}\n");
        SampleTable open = new SampleTable(new RowKeySpecReader(Map.of()).readFile(file));
        assertThat(open.plan("id=")).isInstanceOf(AccessPath.None.class);
        assertThat(open.plan("id=x")).isInstanceOf(AccessPath.Scan.class);
    }

    /** Patterns of several variants are not joined, and without them the table would be read from its beginning. */
    @Test
    void besideAnotherVariantThereIsNoPath() throws IOException {
        Path file = Files.writeString(
                directory.resolve("variants.yaml"),
                """
                variants:
                  short: {parts: {o: {kind: salt, type: ascii, width: 2}, id: {type: ascii, width: 4}}}
                  long:  {parts: {o: {kind: salt, type: ascii, width: 2}, id: {type: ascii, width: 4}, n: {type: u8}}}
                """);
        SampleTable two = new SampleTable(new RowKeySpecReader(Map.of()).readFile(file));

        assertThat(two.plan("id=abcd")).isInstanceOf(AccessPath.None.class);
    }

    @Test
    void aKeyCannotBeMadeWithoutItAndItsWidthIsKept() {
        assertThat(table.spec().encode(table.values("phone=13812345678", "row=01")))
                .isInstanceOfSatisfying(EncodedKey.Incomplete.class, incomplete -> assertThat(incomplete.toString())
                        .contains("region"));
        assertThat(List.copyOf(table.rows()))
                .allSatisfy(row -> assertThat(table.spec().encode(table.decode(row)))
                        .isEqualTo(new EncodedKey.Complete("key", List.of(row))));
        assertThat(table.spec().decode(RowKey.utf8("800"))).isInstanceOf(DecodedKey.Unreadable.class);
    }
}
