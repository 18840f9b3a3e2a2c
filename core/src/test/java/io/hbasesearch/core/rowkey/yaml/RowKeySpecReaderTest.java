/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.rowkey.KeyLayout;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.UndecodableKeys;
import io.hbasesearch.core.rowkey.part.KeyPart;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowKeySpecReaderTest {
    @TempDir
    Path directory;

    private final RowKeySpecReader reader = new RowKeySpecReader(Map.of());

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("key.yaml"), text);
    }

    private RowKeySpec read(String text) throws IOException {
        return reader.readFile(write(text));
    }

    private List<String> problems(String text) throws IOException {
        Path file = write(text);
        ConfigurationException e = catchThrowableOfType(ConfigurationException.class, () -> reader.readFile(file));
        assertThat(e).as("problems of\n" + text).isNotNull();
        return e.problems().stream()
                .map(problem -> problem.line() + ": " + problem.message())
                .toList();
    }

    private String problem(String part) throws IOException {
        List<String> problems = problems("parts:\n  a: " + part + "\n  z: {}\n");
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }

    @Test
    void readsPartsInTheirOrder() throws IOException {
        RowKeySpec spec = read(
                """
                undecodable: skip
                parts:
                  b: {type: u16}
                  a: {type: ascii, separator: "-"}
                  c: {}
                """);

        assertThat(spec.undecodable()).isEqualTo(UndecodableKeys.SKIP);
        assertThat(spec.variants()).hasSize(1);
        assertThat(spec.variants().get(0).parts()).extracting(KeyPart::name).containsExactly("b", "a", "c");
    }

    @Test
    void readsVariants() throws IOException {
        RowKeySpec spec = read(
                """
                variants:
                  short: {parts: {a: {type: ascii, width: 4}}}
                  long:  {parts: {a: {type: ascii, width: 8}}}
                """);

        assertThat(spec.undecodable()).isEqualTo(UndecodableKeys.DEAD_LETTER);
        assertThat(spec.variants()).extracting(KeyLayout::name).containsExactly("short", "long");
    }

    @Test
    void everyMistakeIsReportedWithItsLineAndWhatToWrite() throws IOException {
        assertThat(
                        problems(
                                """
                        parts:
                          name: {type: utf8}
                          count: {type: i64}
                          ts: {type: decimal, width: 10, transform: complement}
                          bucket: {kind: hash, function: javaString, of: name, modulus: 8}
                          day: {type: date}
                          place: {kind: geo, curve: z2, geometry: geom}
                          code: {type: asci, width: 3}
                          dash: {kind: const}
                          bits: {kind: bits, bits: {x: 3, y: 4}}
                          salt: {kind: salt, values: [a, bc]}
                          last: {wdith: 3}
                        """))
                .hasSize(11)
                .satisfiesExactly(
                        problem ->
                                assertThat(problem).startsWith("2: ").contains("nothing tells where it ends", "width"),
                        problem -> assertThat(problem).startsWith("3: ").contains("negative", "type: u64", "ordered"),
                        problem -> assertThat(problem).startsWith("4: ").contains("zeros in front", "width: 19"),
                        problem -> assertThat(problem).startsWith("5: ").contains("rule for negative", "floor"),
                        problem -> assertThat(problem).startsWith("6: ").contains("pattern: yyyyMMdd"),
                        problem -> assertThat(problem).startsWith("7: ").contains("rounding", "1.3.2"),
                        problem -> assertThat(problem).startsWith("8: ").contains("one of utf8, ascii"),
                        problem -> assertThat(problem).startsWith("9: ").contains("value is missing"),
                        problem -> assertThat(problem).startsWith("10: ").contains("whole bytes"),
                        problem -> assertThat(problem).startsWith("11: ").contains("one width"),
                        problem -> assertThat(problem).startsWith("12: ").contains("did you mean width"));
    }

    @Test
    void overlappingVariantsAreRefused() throws IOException {
        assertThat(
                        problems(
                                """
                        variants:
                          one: {parts: {a: {kind: const, value: "A"}, x: {}}}
                          two: {parts: {a: {kind: const, value: "AB"}, x: {}}}
                        """))
                .singleElement()
                .asString()
                .startsWith("3: ")
                .contains("overlaps with the variant one", "constants", "lengths");
    }

    @Test
    void aKeyBeyondTheLimitOfHBaseIsRefused() throws IOException {
        assertThat(
                        problems(
                                """
                        parts:
                          a: {type: ascii, width: 20000}
                          b: {type: ascii, width: 20000}
                        """))
                .singleElement()
                .asString()
                .contains("40000", "32767");
    }

    @Test
    void whatDoesNotFitTheKindOrTypeIsRefused() throws IOException {
        assertThat(problem("{kind: const, value: x, width: 1}")).contains("no meaning for a part of kind const");
        assertThat(problem("{type: u32, width: 3}")).contains("is 4 by the type");
        assertThat(problem("{type: u32, separator: '-'}")).contains("every value has 4 bytes", "kind: const");
        assertThat(problem("{type: ascii, width: 3, separator: '-'}")).contains("both say where the value ends");
        assertThat(problem("{type: u32, transform: reverse}")).contains("reverse is for texts");
        assertThat(problem("{type: ascii, width: 3, transform: complement}")).contains("complement is for numbers");
        assertThat(problem("{type: u32, transform: complement}")).contains("u32 does not hold");
        assertThat(problem("{type: ascii, width: 3, transform: turn}")).contains("must be", "rotate N");
        assertThat(problem("{type: uuid, encoding: phoenix}")).contains("phoenix does not write values of type uuid");
        assertThat(problem("{type: utf8, terminator: '\\x00\\x01', escape: '\\x01'}"))
                .contains("does not fit");
        assertThat(problem("{type: date, pattern: yyyyMMddhh}")).contains("is not a pattern for keys", "yyyy");
        assertThat(problem("{type: float64}")).contains("negative", "encoding: ordered");
        assertThat(problem("{kind: hash, function: crc32, of: z, modulus: 300}"))
                .contains("from 0 to 255");
        assertThat(problem("{kind: hash, function: md5, of: z, take: 33}")).contains("more than the 32");
        assertThat(problem("{kind: dict, width: 1, dictionary: {a: '01', b: '01'}}"))
                .contains("have one id");
        assertThat(problem("{type: ascii, pad: ' ', separator: '-'}")).contains("only with width");
        assertThat(problem("{kind: salt, type: ascii}"))
                .contains("values is missing: write all salts that there are, or width");
        assertThat(problem("{kind: salt, type: u8, width: 2}")).contains("width is 1 by the type");
        assertThat(problem("{kind: salt, values: []}")).contains("there is at least one");
    }

    @Test
    void aSingleValueCanBeAskedForWithoutOrder() throws IOException {
        assertThat(read("parts: {n: {type: i64, ranges: false}}").variants()).hasSize(1);
    }
}
