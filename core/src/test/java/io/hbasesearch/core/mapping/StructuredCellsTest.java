/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.schema.Descriptors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fields of cells that schemas or codecs take apart, of several versions, and of functions. */
class StructuredCellsTest {
    private static final String ORDER =
            """
            {"type": "record", "name": "Order", "fields": [
              {"name": "customer", "type": "string"},
              {"name": "at", "type": {"type": "long", "logicalType": "timestamp-micros"}},
              {"name": "prices", "type": {"type": "array", "items": "double"}},
              {"name": "note", "type": ["null", "string"]}
            ]}
            """;

    /** Ann, one microsecond and a second after the epoch, 1.5 and 2.0, no note. */
    private static final byte[] CELL = {
        6,
        'A',
        'n',
        'n',
        (byte) 0x82,
        (byte) 0x89,
        0x7a,
        4,
        0,
        0,
        0,
        0,
        0,
        0,
        (byte) 0xf8,
        0x3f,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0x40,
        0,
        0
    };

    @TempDir
    Path directory;

    @BeforeEach
    void writeSchemas() throws IOException {
        Files.writeString(directory.resolve("order.avsc"), ORDER);
        Files.write(directory.resolve("order.desc"), Descriptors.complete());
    }

    private static Cell cell(String column, long time, byte[] value) {
        return new Cell(ColumnName.of("d", column), time, ByteArray.copyOf(value));
    }

    private static Cell cell(String column, long time, String value) {
        return cell(column, time, value.getBytes(UTF_8));
    }

    private Map<String, Object> document(String text, Cell... cells) {
        return Definitions.mapper(directory, text)
                .map(new Row(RowKey.utf8("k"), List.of(cells)))
                .fields();
    }

    @Test
    void avroHasPathsAsJsonHas() {
        assertThat(document(
                        """
                        schemas: {order: {avro: order.avsc}}
                        fields:
                          who:    {column: "d:o", schema: order, path: $.customer, type: text}
                          when:   {column: "d:o", schema: order, path: $.at, type: date}
                          prices: {column: "d:o", schema: order, path: "$.prices[*]", type: double}
                          second: {column: "d:o", schema: order, path: "$.prices[1]", type: float}
                          note:   {column: "d:o", schema: order, path: $.note, type: keyword}
                          upper:  {column: "d:o", schema: order, path: $.customer, type: keyword, transform: upper}
                          all:    {column: "d:o", schema: order, type: json}
                        """,
                        cell("o", 1, CELL)))
                .isEqualTo(Map.of(
                        "who",
                        "Ann",
                        "when",
                        "1970-01-01T00:00:01.000Z",
                        "prices",
                        List.of(1.5, 2.0),
                        "second",
                        2.0,
                        "upper",
                        "ANN",
                        "all",
                        Map.of("customer", "Ann", "at", "1970-01-01T00:00:01.000Z", "prices", List.of(1.5, 2L))));
    }

    @Test
    void anObjectOfASchemaIsEqualToWhatAnIndexGivesBack() throws IOException {
        Document document = Definitions.mapper(
                        directory,
                        """
                        schemas:
                          avro: {avro: order.avsc}
                          proto: {protobuf: order.desc, message: shop.Order}
                        fields:
                          a: {column: "d:a", schema: avro, type: json}
                          p: {column: "d:p", schema: proto, type: json}
                        """)
                .map(new Row(RowKey.utf8("k"), List.of(cell("a", 1, CELL), cell("p", 1, new byte[] {
                    0x18, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1
                }))));
        assertThat(DocumentJson.read(DocumentJson.write(document))).isEqualTo(document);
        assertThat(document.fields().get("p"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("total", new java.math.BigDecimal("18446744073709551615"))
                .containsEntry("weight", 0L);
    }

    @Test
    void protocolBuffersHavePathsAsJsonHas() {
        assertThat(document(
                        """
                        schemas: {order: {protobuf: order.desc, message: shop.Order}}
                        fields:
                          who:   {column: "d:o", schema: order, path: $.customer, type: keyword}
                          count: {column: "d:o", schema: order, path: $.count, type: int}
                          state: {column: "d:o", schema: order, path: $.state, type: keyword, labels: {PAID: done}}
                          note:  {column: "d:o", schema: order, path: $.note, type: text}
                        """,
                        cell("o", 1, new byte[] {0x0a, 3, 'A', 'n', 'n', 0x10, 7, 0x28, 1})))
                .isEqualTo(Map.of("who", "Ann", "count", 7L, "state", "done"));
    }

    @Test
    void manyColumnsMayBeWrittenByASchema() {
        assertThat(document(
                        "schemas: {n: {avro: '\"long\"'}}\nfields: {f: {columns: \"d:n*\", schema: n}}\n",
                        cell("n1", 1, new byte[] {2}),
                        cell("n2", 1, new byte[] {4})))
                .isEqualTo(Map.of("f", Map.of("n1", 1L, "n2", 2L)));
    }

    @Test
    void aCellThatItsSchemaDoesNotDescribeIsWhatOnErrorSays() {
        String text =
                "schemas: {order: {avro: order.avsc}}\nfields: {f: {column: \"d:o\", schema: order, path: $.customer, type:"
                        + " keyword%s}}\n";
        Cell broken = cell("o", 1, new byte[] {6, 'A'});
        assertThatThrownBy(() -> document(text.formatted(""), broken))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessage("column d:o ends before its Avro schema says (field f)");
        assertThat(document(text.formatted(", onError: skip-field"), broken)).isEmpty();
        assertThat(document(text.formatted(", onError: keep-raw"), broken))
                .isEqualTo(Map.of("f_raw", Base64.getEncoder().encodeToString(new byte[] {6, 'A'})));
    }

    @Test
    void aCodecOfTheClassPathReadsCells() {
        assertThat(document(
                        """
                        fields:
                          text:  {column: "d:a", codec: reversing, type: text}
                          first: {column: "d:a", codec: reversing, options: {separator: ","}, path: "$.parts[0]", type: keyword}
                          all:   {column: "d:a", codec: reversing, options: {separator: ","}, type: json}
                          none:  {column: "d:b", codec: reversing, type: keyword}
                        """,
                        cell("a", 1, "cba,fed"),
                        cell("b", 1, "")))
                .isEqualTo(Map.of("text", "def,abc", "first", "def", "all", Map.of("parts", List.of("def", "abc"))));
    }

    @Test
    void aCodecThatFailsIsNamedAndWhatItSaysIsNotTold() {
        String text = "fields: {f: {column: \"d:a\", codec: reversing, type: keyword%s}}\n";
        assertThatThrownBy(() -> document(text.formatted(""), cell("a", 1, "!x")))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessage(
                        "column d:a is not what the codec reversing takes (java.lang.IllegalStateException) (field f)");
        assertThat(document(text.formatted(", onError: keep-raw"), cell("a", 1, "!x")))
                .isEqualTo(Map.of("f_raw", "IXg="));
    }

    @Test
    void aFunctionOfTheClassPathComputesFields() {
        String text =
                """
                fields:
                  a: {column: "d:a", type: long, encoding: utf8}
                  b: {column: "d:b", type: long, encoding: utf8}
                  far: {from: [a, b], function: distance, type: long%s}
                """;
        assertThat(document(text.formatted(""), cell("a", 1, "3"), cell("b", 1, "10")))
                .containsEntry("far", 7L);
        assertThat(document(text.formatted(""), cell("a", 1, "3"))).doesNotContainKey("far");
        String ofTexts = text.replace("type: long, encoding: utf8", "type: keyword");
        assertThatThrownBy(() -> document(ofTexts.formatted(""), cell("a", 1, "3"), cell("b", 1, "10")))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageContaining("function distance")
                .hasMessageContaining("java.lang.ClassCastException");
        assertThat(document(ofTexts.formatted(", onError: keep-raw"), cell("a", 1, "3"), cell("b", 1, "10")))
                .containsEntry("far_raw", "3 10");
    }

    @Test
    void severalVersionsAreSeveralValuesTheNewestFirst() {
        String text =
                """
                fields:
                  newest: {column: "d:a", type: keyword}
                  two:    {column: "d:a", type: keyword, versions: 2}
                  sizes:  {column: "d:a", type: int, encoding: utf8, versions: 3, onError: keep-raw}
                  words:  {column: "d:b", type: text, versions: 5, separator: " "}
                """;
        assertThat(document(
                        text,
                        cell("a", 9, "1"),
                        cell("a", 8, "2"),
                        cell("a", 7, "three"),
                        cell("a", 6, "4"),
                        cell("b", 2, "x y"),
                        cell("b", 1, "z")))
                .isEqualTo(Map.of(
                        "newest",
                        "1",
                        "two",
                        List.of("1", "2"),
                        "sizes_raw",
                        List.of("MQ==", "Mg==", "dGhyZWU="),
                        "words",
                        List.of("x", "y", "z")));
        assertThat(Definitions.read(directory, text).columns().versions()).isEqualTo(5);
    }

    @Test
    void versionsWrittenByASchemaAreEachTakenApart() {
        assertThat(document(
                        "schemas: {s: {avro: '{\"type\": \"map\", \"values\": \"long\"}'}}\n"
                                + "fields: {f: {column: \"d:o\", schema: s, path: $.n, type: long, versions: 2}}\n",
                        cell("o", 2, new byte[] {2, 2, 'n', 4, 0}),
                        cell("o", 1, new byte[] {2, 2, 'n', 6, 0})))
                .isEqualTo(Map.of("f", List.of(2L, 3L)));
    }
}
