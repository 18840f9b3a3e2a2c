/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many columns as one field. */
class ManyColumnsTest {
    private static final int CASES = 10_000;

    @TempDir
    Path directory;

    private static Cell cell(String column, byte[] value) {
        return new Cell(ColumnName.parse(column), 1, ByteArray.copyOf(value));
    }

    private static Cell text(String column, String value) {
        return new Cell(ColumnName.parse(column), 1, ByteArray.utf8(value));
    }

    private Map<String, Object> document(String settings, Cell... cells) {
        return Definitions.mapper(directory, "fields: {f: {" + settings + "}}\n")
                .map(new Row(RowKey.utf8("k"), List.of(cells)))
                .fields();
    }

    @Test
    void columnsAreMembersByTheirQualifiers() {
        Cell[] cells = {
            text("d:attr_a", "x"),
            text("d:attr_b.c", "y"),
            text("d:attr_", "z"),
            text("d:other", "o"),
            text("e:attr_a", "e"),
            text("d:", "n"),
            text("d:attr_\\x00\\xFF", "b")
        };
        assertThat(document("columns: 'd:attr_*'", cells))
                .isEqualTo(Map.of("f", Map.of("attr_a", "x", "attr_b.c", "y", "attr_", "z", "attr_\\x00\\xFF", "b")));
        assertThat(document("columns: 'd:attr_?'", cells)).isEqualTo(Map.of("f", Map.of("attr_a", "x")));
        assertThat(document("columns: 'd:/(other|attr_[ab].*)/'", cells))
                .isEqualTo(Map.of("f", Map.of("attr_a", "x", "attr_b.c", "y", "other", "o")));
        assertThat(document("columns: 'e:*'", text("d:a", "x"))).isEmpty();
        assertThat(document("columns: 'd:*'", text("d:", "x")))
                .as("a column without a qualifier has no name")
                .isEmpty();
    }

    @Test
    void membersHaveTheTypesOfTheirEncoding() {
        assertThat(document(
                        "columns: 'd:*', encoding: bytesLong",
                        cell("d:a", ByteBuffer.allocate(8).putLong(-7).array())))
                .isEqualTo(Map.of("f", Map.of("a", -7L)));
        assertThat(document(
                        "columns: 'd:*', encoding: orderedBytes",
                        cell("d:a", HexFormat.of().parseHex("2985")),
                        cell("d:b", HexFormat.of().parseHex("346100")),
                        cell("d:c", HexFormat.of().parseHex("05")),
                        cell("d:e", HexFormat.of().parseHex("1802"))))
                .isEqualTo(Map.of("f", Map.of("a", 5L, "b", "a", "e", 1L)));
        assertThat(document(
                        "columns: 'd:*', encoding: unsignedLong",
                        cell("d:a", ByteBuffer.allocate(8).putLong(-1).array())))
                .isEqualTo(Map.of("f", Map.of("a", new BigDecimal("18446744073709551615"))));
    }

    @Test
    void whatAnIndexGivesBackIsWhatItWasGiven() {
        RowMapper mapper = Definitions.mapper(directory, "fields: {f: {columns: 'd:*', encoding: bytesBigDecimal}}\n");
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            BigDecimal number = BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), random.nextInt(60) - 30);
            byte[] unscaled = number.unscaledValue().toByteArray();
            byte[] value = ByteBuffer.allocate(4 + unscaled.length)
                    .putInt(number.scale())
                    .put(unscaled)
                    .array();
            Document document = mapper.map(new Row(RowKey.utf8("k"), List.of(cell("d:n", value))));
            assertThat(DocumentJson.read(DocumentJson.write(document)))
                    .as("seed %d", seed)
                    .isEqualTo(document);
        }
    }

    @Test
    void aRowWithTooManyOrWithWhatIsNoneIsUnmappable() {
        List<Cell> many = new ArrayList<>();
        for (int i = 0; i < 1_001; i++) {
            many.add(text("d:c" + i, "x"));
        }
        Cell[] cells = many.toArray(Cell[]::new);
        assertThatThrownBy(() -> document("columns: 'd:*'", cells))
                .hasMessage("columns d:*: there are more than 1000, see maxColumns (field f)");
        assertThat(document("columns: 'd:*', maxColumns: 1001", cells).get("f"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .hasSize(1_001);
        assertThat(document("columns: 'd:*', onError: skip-field", cells)).isEmpty();
        assertThatThrownBy(() -> document("columns: 'd:*', encoding: bytesInt", text("d:a", "hush!")))
                .hasMessage("columns d:*: d:a has 5 bytes instead of 4 (field f)");
    }

    @Test
    void theWholeFamilyIsRead() {
        IndexDefinition definition = Definitions.read(
                directory,
                """
                fields:
                  one:  {column: "d:one", type: keyword}
                  two:  {column: "e:two", type: keyword}
                  many: {columns: "d:m*", maxColumns: 7, encoding: gbk}
                  expr: {columns: "x:/a+/"}
                """);
        assertThat(new TreeMap<>(definition.columns().families()))
                .isEqualTo(Map.of("d", Set.of(), "e", Set.of(ByteArray.utf8("two")), "x", Set.of()));
        assertThat(DefinitionText.read("t", DefinitionText.write(definition))).isEqualTo(definition);
    }

    @Test
    void whatIsNoPatternIsReported() {
        ConfigurationException e = catchThrowableOfType(
                ConfigurationException.class,
                () -> Definitions.read(
                        directory,
                        """
                        fields:
                          a: {columns: "d:one"}
                          b: {columns: "d:/(/"}
                          c: {columns: "d:*", type: keyword}
                          e: {columns: "d:*", path: $.a}
                          f: {columns: "d:*", encoding: phoenix}
                          g: {column: "d:g", type: keyword, maxColumns: 3}
                          h: {columns: "d:*", maxColumns: 0}
                        """));
        assertThat(e.problems())
                .extracting(problem -> problem.line() + ": " + problem.message())
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("3: fields.a.columns must be columns, such as family:attr_*"),
                        expression -> assertThat(expression).startsWith("4: fields.b.columns must be columns"),
                        type -> assertThat(type)
                                .startsWith("5: fields.c.type keyword is not what an object of columns"),
                        path -> assertThat(path).startsWith("6: fields.e.path has a meaning only for a column"),
                        phoenix -> assertThat(phoenix).startsWith("7: fields.f.encoding needs a type"),
                        most -> assertThat(most).startsWith("8: fields.g.maxColumns has a meaning only with columns"),
                        none -> assertThat(none).startsWith("9: fields.h.maxColumns must be a whole number"));
    }
}
