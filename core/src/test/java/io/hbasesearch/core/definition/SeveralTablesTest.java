/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of one form, each with an index of its own. */
class SeveralTablesTest {
    private static final String FIELDS = "fields: {f: {column: 'd:f', type: text}}\n";

    @TempDir
    Path directory;

    private final IndexDefinitionReader reader = new IndexDefinitionReader(Map.of());

    private Path write(String file, String text) throws IOException {
        return Files.writeString(directory.resolve(file), text + FIELDS);
    }

    private List<String> problems(String text) throws IOException {
        write("orders.yaml", text);
        ConfigurationException e =
                catchThrowableOfType(ConfigurationException.class, () -> reader.readDirectory(directory));
        assertThat(e).as("problems of %s", text).isNotNull();
        return e.problems().stream()
                .map(problem -> problem.line() + ":" + problem.column() + ": " + problem.message())
                .toList();
    }

    @Test
    void eachTableHasAnIndexThatIsCalledAfterIt() throws IOException {
        write("orders.yaml", "index: 'orders-{namespace}-{table}'\ntables: [eu:y2023, eu:Y.2024, plain]\n");
        List<IndexDefinition> definitions = reader.readDirectory(directory);
        assertThat(definitions)
                .extracting(IndexDefinition::name)
                .containsExactly("orders-eu-y2023", "orders-eu-y-2024", "orders-default-plain");
        assertThat(definitions)
                .extracting(definition -> definition.table().toString())
                .containsExactly("eu:y2023", "eu:Y.2024", "default:plain");
        assertThat(definitions)
                .as("documents of different tables")
                .extracting(IndexDefinition::hash)
                .doesNotHaveDuplicates();
        for (IndexDefinition definition : definitions) {
            assertThat(DefinitionText.read(definition.name(), DefinitionText.write(definition)))
                    .isEqualTo(definition);
        }
    }

    @Test
    void anIndexOfOneTableMayBeCalledAfterItToo() throws IOException {
        assertThat(reader.readFile(write("orders.yaml", "index: '{table}'\ntable: eu:y2023\n"))
                        .name())
                .isEqualTo("y2023");
    }

    @Test
    void indexesOfOneNameAreRefused() throws IOException {
        assertThat(problems("tables: [eu:a, us:a]\n"))
                .containsExactly("1:1: index makes orders of the tables eu:a and us:a: write what tells them apart into"
                        + " it, as orders-{namespace}-{table}");
        assertThat(problems("index: '{table}'\ntables: [eu:a, eu:a]\n"))
                .containsExactly("1:8: index has table eu:a twice under tables");
        write("other.yaml", "index: orders-a\ntable: b\n");
        assertThat(problems("index: 'orders-{table}'\ntables: [a, b]\n"))
                .singleElement()
                .asString()
                .startsWith("1:8: index orders-a is already the index of ");
    }

    @Test
    void whatNamesNoTableOrNoIndexIsRefused() throws IOException {
        assertThat(problems("tables: []\n")).containsExactly("1:9: tables must name at least one table");
        assertThat(problems("table: a\ntables: [b]\n"))
                .contains("2:9: tables and table both say which rows are indexed: keep one of them");
        assertThat(problems("table: 'ns:orders_.*'\n"))
                .containsExactly("1:8: table must be a table, as table or namespace:table, not a pattern, not"
                        + " \"ns:orders_.*\"");
        assertThat(problems("index: '{tabel}'\ntable: a\n"))
                .containsExactly(
                        "1:8: index has {tabel} in it, and only {table} and {namespace} stand for something. An"
                                + " index is of whole tables: where searches are for one part of the row key, as a month, write"
                                + " elasticsearch.routing or ask for a range of it");
        assertThat(problems("index: '{table}-{'\ntable: a\n"))
                .containsExactly("1:8: index must be a name of 1 to 100 lower-case letters, digits, - and _ that begins"
                        + " with a letter, not \"{table}-{\"");
        assertThat(problems("index: '{table}'\ntables: [_a]\n"))
                .containsExactly(
                        "1:8: index makes \"_a\" of table default:_a, which is not a valid name of an index: it must be a"
                                + " name of 1 to 100 lower-case letters, digits, - and _ that begins with a letter");
    }
}
