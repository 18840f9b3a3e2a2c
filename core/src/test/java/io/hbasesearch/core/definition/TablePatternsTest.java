/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that are not named, but match a pattern. */
class TablePatternsTest {
    private static final String FIELDS = "fields: {f: {column: 'd:f', type: text}}\n";

    @TempDir
    Path directory;

    private final IndexDefinitionReader reader = new IndexDefinitionReader(Map.of());

    private Definitions read(String text) throws IOException {
        Files.writeString(directory.resolve("orders.yaml"), text + FIELDS);
        return reader.readAll(directory);
    }

    private List<String> problems(String text) {
        ConfigurationException e = catchThrowableOfType(ConfigurationException.class, () -> read(text));
        assertThat(e).as("problems of %s", text).isNotNull();
        return e.problems().stream()
                .map(problem -> problem.line() + ":" + problem.column() + ": " + problem.message())
                .toList();
    }

    private static List<TableId> tables(String... names) {
        return Stream.of(names).map(TableId::parse).toList();
    }

    private static List<String> names(Definitions.Resolved resolved) {
        return resolved.definitions().stream().map(IndexDefinition::name).toList();
    }

    @Test
    void eachTableThatMatchesHasAnIndexThatIsCalledAfterIt() throws IOException {
        Definitions defined =
                read("index: 'orders-{namespace}-{table}'\ntables: [eu:named, 'eu:y*', '*:/z[0-9]+/', plain?]\n");
        assertThat(defined.named()).extracting(IndexDefinition::name).containsExactly("orders-eu-named");

        Definitions.Resolved resolved = defined.over(tables(
                "eu:y2024", "eu:Y2024", "eu:y2023", "us:y2024", "eu:named", "us:z7", "us:z7x", "plain1", "plain"));
        assertThat(names(resolved))
                .containsExactly(
                        "orders-eu-named",
                        "orders-default-plain1",
                        "orders-eu-y2023",
                        "orders-eu-y2024",
                        "orders-us-z7");
        assertThat(resolved.matched())
                .containsExactlyInAnyOrder(
                        "orders-default-plain1", "orders-eu-y2023", "orders-eu-y2024", "orders-us-z7");
        assertThat(resolved.leftOut()).isEmpty();
        for (IndexDefinition definition : resolved.definitions()) {
            assertThat(DefinitionText.read(definition.name(), DefinitionText.write(definition)))
                    .isEqualTo(definition);
            assertThat(reader.fileOf(directory, definition)).hasFileName("orders.yaml");
        }
    }

    @Test
    void anIndexIsTheSameWhetherItsTableIsNamedOrMatched() throws IOException {
        IndexDefinition matched = read("index: '{table}'\ntables: 'eu:*'\n")
                .over(tables("eu:y2024"))
                .definitions()
                .get(0);
        assertThat(read("index: '{table}'\ntables: eu:y2024\n").named()).containsExactly(matched);
    }

    @Test
    void singlePatternNeedsNoListAndItsFileIsReadableWithoutTables() throws IOException {
        Definitions defined = read("index: 'orders-{table}'\ntables: 'eu:*'\n");
        assertThat(defined.named()).isEmpty();
        assertThat(names(defined.over(List.of()))).isEmpty();
        IndexPattern pattern = defined.patterns().get(0);
        assertThat(pattern).hasToString("eu:*");
        assertThat(pattern.sample().name()).isEqualTo("orders-{table}");
        assertThat(reader.readFile(directory.resolve("orders.yaml"))).isEqualTo(pattern.sample());
        assertThat(reader.fileOf(directory, pattern.sample())).hasFileName("orders.yaml");
    }

    @Test
    void aTableThatCannotBeIndexedKeepsNoOtherOut() throws IOException {
        Definitions.Resolved resolved =
                read("index: '{table}'\nmaxTables: 3\ntables: 'eu:*'\n").over(tables("eu:_a", "eu:B", "eu:b", "eu:c"));
        assertThat(names(resolved)).containsExactly("b", "c");
        assertThat(resolved.definitions().get(0).table()).hasToString("eu:B");
        assertThat(resolved.leftOut())
                .containsExactly(
                        "orders.yaml: table eu:_a is not indexed, as \"_a\" is not a valid name of an index: it must be a name of 1"
                                + " to 100 lower-case letters, digits, - and _ that begins with a letter",
                        "orders.yaml: table eu:b is not indexed, as b is the index of table eu:B: write what tells them"
                                + " apart into index, or name eu:b in a file of its own with another index, as b-2");
    }

    @Test
    void anIndexThatIsThereKeepsItsNameAndTableWhateverComesLater() throws IOException {
        Map<String, TableId> indexes = Map.of("b", TableId.parse("eu:b"));
        Definitions defined = read("index: '{table}'\ntables: 'eu:*'\n");
        Definitions.Resolved resolved = defined.over(tables("eu:B", "eu:a", "eu:b"), indexes);
        assertThat(resolved.definitions()).extracting(IndexDefinition::table).isEqualTo(tables("eu:a", "eu:b"));
        assertThat(resolved.leftOut())
                .containsExactly("orders.yaml: table eu:B is not indexed, as b is the index of table eu:b: write what"
                        + " tells them apart into index, or name eu:B in a file of its own with another index, as b-2");

        assertThat(defined.over(tables("eu:B"), indexes).definitions())
                .as("also while that table is gone")
                .isEmpty();
        Files.writeString(directory.resolve("b-2.yaml"), "table: eu:B\n" + FIELDS);
        Definitions.Resolved told = read("index: '{table}'\ntables: 'eu:*'\n").over(tables("eu:B", "eu:b"), indexes);
        assertThat(names(told)).containsExactly("b-2", "b");
        assertThat(told.leftOut()).as("once that is done").isEmpty();
    }

    @Test
    void ofTooManyTablesThoseComeFirstThatHaveAnIndex() throws IOException {
        Definitions.Resolved resolved = read("index: '{table}'\nmaxTables: 2\ntables: 'eu:*'\n")
                .over(
                        tables("eu:a", "eu:b", "eu:c", "eu:d"),
                        Map.of("d", TableId.parse("eu:d"), "b", TableId.parse("other:b")));
        assertThat(names(resolved)).containsExactly("a", "d");
        assertThat(resolved.leftOut())
                .containsExactly(
                        "orders.yaml: 4 tables match eu:*, and maxTables is 2: not indexed are eu:c",
                        "orders.yaml: table eu:b is not indexed, as b is the index of table other:b: write what tells"
                                + " them apart into index, or name eu:b in a file of its own with another index, as"
                                + " b-2");
    }

    @Test
    void unindexableTablesTakeNoPlaceAndAreReportedWithinALimit() throws IOException {
        List<TableId> all = new ArrayList<>(tables("eu:z"));
        IntStream.range(0, 100).mapToObj(i -> TableId.parse("eu:_a" + i)).forEach(all::add);
        Definitions.Resolved resolved =
                read("index: '{table}'\nmaxTables: 1\ntables: 'eu:*'\n").over(all);
        assertThat(names(resolved)).containsExactly("z");
        assertThat(resolved.leftOut())
                .hasSize(21)
                .last()
                .isEqualTo("orders.yaml: 80 more tables that match eu:* cannot be indexed");
    }

    @Test
    void whatAPatternMayMakeIsToldWithoutTables() throws IOException {
        IndexPattern pattern = read("index: 'orders-{namespace}.{table}-x'\ntables: '*:y*'\n".replace('.', '-'))
                .patterns()
                .get(0);
        assertThat(pattern.mayMake("orders-eu-y2024-x")).isTrue();
        assertThat(pattern.mayMake("orders-eu-y2024")).isFalse();
        assertThat(pattern.mayMake("orders--x")).isFalse();
    }

    @Test
    void whatCouldNotTellTablesApartIsRefused() {
        assertThat(problems("index: orders\ntables: 'eu:*'\n"))
                .containsExactly(
                        "1:8: index must have {table} in it, as eu:* may match several tables: orders-{table}");
        assertThat(problems("index: '{table}'\ntables: '*:y'\n"))
                .containsExactly(
                        "1:8: index must have {namespace} in it, as *:y may match tables of several namespaces:"
                                + " orders-{namespace}-{table}");
        assertThat(problems("index: '{table}'\ntables: a\nmaxTables: 3\n"))
                .containsExactly("3:12: maxTables has a meaning only with a pattern under tables");
        assertThat(problems("index: '{table}'\ntables: 'eu:/[/'\n"))
                .singleElement()
                .asString()
                .startsWith("2:9: tables must be a table, as table or namespace:table; or a pattern, such as")
                .endsWith("not \"eu:/[/\"");
        assertThat(problems("index: '{table}'\ntables: 'eu:a b'\n")).hasSize(1);
    }
}
