/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.schema.Descriptors;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a definition says of schemas, codecs, functions and versions. */
class StructuredDefinitionsTest {
    private static final String AVRO =
            "{\"type\": \"record\", \"name\": \"Order\", \"fields\": [{\"name\": \"customer\", \"type\": \"string\"},"
                    + " {\"name\": \"lines\", \"type\": {\"type\": \"array\", \"items\": {\"type\": \"record\", \"name\":"
                    + " \"Line\", \"fields\": [{\"name\": \"price\", \"type\": \"double\", \"doc\": \"${x}\"}]}}}]}";
    private static final String ALL =
            """
            table: t
            schemas:
              order: {avro: schemas/order.avsc, framing: confluent, schemaId: 7}
              same:  {avro: schemas/order.avsc, framing: confluent, schemaId: 7}
              plain: {avro: '"string"'}
              proto: {protobuf: schemas/order.desc, message: shop.Order}
            fields:
              a: {column: "d:a", schema: order, path: $.customer, type: keyword}
              b: {column: "d:a", schema: same, path: "$.lines[*].price", type: double, onError: keep-raw}
              c: {column: "d:c", schema: plain, type: text, versions: 3}
              d: {column: "d:d", schema: proto, path: $.made, type: date, zone: Asia/Shanghai}
              e: {column: "d:e", codec: reversing, options: {separator: "${SEPARATOR}"}, type: json}
              f: {from: [a, c], function: distance, type: long}
              g: {columns: "d:x*", schema: proto}
              h: {column: "d:h", type: int, encoding: phoenixArray}
            """;

    @TempDir
    Path directory;

    private final IndexDefinitionReader reader = new IndexDefinitionReader(Map.of("SEPARATOR", "; "));

    @BeforeEach
    void writeSchemas() throws IOException {
        Files.createDirectories(directory.resolve("schemas"));
        Files.writeString(directory.resolve("schemas/order.avsc"), AVRO);
        Files.write(directory.resolve("schemas/order.desc"), Descriptors.complete());
    }

    private Path write(String text) {
        try {
            return Files.writeString(directory.resolve("t.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private IndexDefinition read(String text) {
        return reader.readFile(write(text));
    }

    private List<String> problems(String text) {
        Path file = write(text);
        ConfigurationException e = catchThrowableOfType(ConfigurationException.class, () -> reader.readFile(file));
        assertThat(e).as("problems of %s", text).isNotNull();
        return e.problems().stream()
                .map(problem -> problem.line() + ":" + problem.column() + ": " + problem.message())
                .toList();
    }

    @Test
    void allOfItIsInTheTextThatAnIndexKeepsWithoutAFile() throws IOException {
        IndexDefinition definition = read(ALL);
        String text = DefinitionText.write(definition);
        Files.delete(directory.resolve("schemas/order.avsc"));
        Files.delete(directory.resolve("schemas/order.desc"));
        assertThat(DefinitionText.read("t", text)).isEqualTo(definition);
    }

    @Test
    void whatASchemaSaysIsPartOfTheHashAndWhatItIsCalledIsNot() throws IOException {
        String hash = read(ALL).hash();
        assertThat(read(ALL.replace("order", "sale").replace("sale.", "order.")).hash())
                .isEqualTo(hash);
        assertThat(read(ALL.replace("schemaId: 7", "schemaId: 8")).hash()).isNotEqualTo(hash);
        assertThat(read(ALL.replace("separator:", "others:")
                                .replace("codec: reversing, ", "")
                                .replace("options: {others: \"${SEPARATOR}\"}, ", ""))
                        .hash())
                .isNotEqualTo(hash);
        Files.writeString(directory.resolve("schemas/order.avsc"), AVRO.replace("\"double\"", "\"float\""));
        assertThat(read(ALL).hash()).isNotEqualTo(hash);
    }

    @Test
    void everyMistakeIsReportedAtItsPlace() throws IOException {
        Files.writeString(directory.resolve("broken.avsc"), "{\"type\": \"recrod\"}");
        assertThat(
                        problems(
                                """
                        table: t
                        schemas:
                          gone:   {avro: gone.avsc}
                          broken: {avro: broken.avsc}
                          order:  {avro: schemas/order.avsc, schemaId: 3}
                          proto:  {protobuf: schemas/order.desc, message: shop.Oder}
                          two:    {avro: schemas/order.avsc, protobuf: schemas/order.desc}
                          none:   {message: x}
                        fields:
                          a: {column: "d:a", schema: oder, type: json}
                          b: {column: "d:a", schema: order, type: keyword}
                          c: {column: "d:a", schema: order, path: $.custmer, type: keyword}
                          d: {column: "d:a", schema: order, path: "$.lines[0].prize", type: double}
                          e: {column: "d:a", schema: order, encoding: gbk, type: json}
                          f: {column: "d:a", codec: reversin, type: keyword}
                          g: {column: "d:a", codec: reversing, options: {x: y}, type: keyword}
                          h: {from: [c], function: distance, join: x, type: long}
                          i: {column: "d:a", options: {x: y}, type: keyword}
                          j: {column: "d:a", versions: 3, type: json}
                          k: {timestamp: write}
                          l: {value: x, versions: 2}
                        """))
                .satisfiesExactly(
                        problem ->
                                assertThat(problem).startsWith("3:18: schemas.gone.avro names no file: there is no "),
                        problem -> assertThat(problem).startsWith("4:18: schemas.broken.avro is not an Avro schema: "),
                        problem -> assertThat(problem)
                                .startsWith("5:48: schemas.order.schemaId has a meaning only with framing: confluent"),
                        problem -> assertThat(problem)
                                .startsWith("6:22: schemas.proto.protobuf has no message shop.Oder; it has "),
                        problem -> assertThat(problem).startsWith("7:11: schemas.two has avro and protobuf"),
                        problem -> assertThat(problem).startsWith("8:11: schemas.none needs avro or protobuf"),
                        problem -> assertThat(problem)
                                .startsWith("10:30: fields.a.schema oder is none of this definition's")
                                .endsWith("did you mean order?"),
                        problem -> assertThat(problem)
                                .startsWith("11:6: fields.b.path is needed")
                                .endsWith("it has customer, lines"),
                        problem -> assertThat(problem)
                                .startsWith("12:43: fields.c.path leads to custmer")
                                .contains("did you mean customer?"),
                        problem -> assertThat(problem)
                                .startsWith("13:43: fields.d.path leads to prize")
                                .contains("did you mean price?"),
                        problem ->
                                assertThat(problem).startsWith("14:47: fields.e.encoding has no meaning with schema"),
                        problem -> assertThat(problem)
                                .startsWith("15:29: fields.f.codec cannot be used: there is no codec reversin; did you"
                                        + " mean reversing?; on the class path are: reversing"),
                        problem -> assertThat(problem)
                                .startsWith("16:29: fields.g.codec cannot be used: it has one option, separator"),
                        problem -> assertThat(problem)
                                .startsWith("17:28: fields.h.function cannot be used: it takes 2 fields, not 1"),
                        problem -> assertThat(problem).startsWith("17:44: fields.h.join has no meaning with function"),
                        problem -> assertThat(problem)
                                .startsWith("18:31: fields.i.options has a meaning only with codec or function"),
                        problem -> assertThat(problem).startsWith("19:32: fields.j.versions gives several values"),
                        problem -> assertThat(problem).startsWith("20:18: fields.k.timestamp cannot be write: "),
                        problem -> assertThat(problem)
                                .startsWith("21:27: fields.l.versions has a meaning only with column"));
    }
}
