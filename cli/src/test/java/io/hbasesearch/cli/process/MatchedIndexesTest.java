/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.IndexDefinitionReader;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatchedIndexesTest {
    @TempDir
    Path directory;

    private final Set<String> indexes = new HashSet<>();
    private final Set<TableId> topics = new HashSet<>();
    private final List<TableId> tables = new ArrayList<>(List.of(TableId.parse("eu:a"), TableId.parse("eu:b")));
    private boolean kafka = true;
    private Definitions defined;
    private DefinitionSource source;
    private MatchedIndexes matched;

    @BeforeEach
    void start() throws IOException {
        write("eu", "index: 'eu-{table}'\ntables: 'eu:*'\n");
        write("named", "table: named\n");
        defined = new IndexDefinitionReader(Map.of()).readAll(directory);
        source = new DefinitionSource(() -> defined, () -> tables);
        matched = new MatchedIndexes(
                indexes::contains, this::create, source::matched, source.first().definitions());
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name + ".yaml"), text + "fields: {f: {column: 'd:f', type: text}}\n");
    }

    private void create(IndexDefinition definition) {
        if (!kafka) {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no Kafka");
        }
        if (!topics.contains(definition.table())) {
            throw new HBaseSearchException(
                    ErrorCode.TOPIC_NOT_FOUND, "there is no topic", "peer add --table " + definition.table(), null);
        }
        indexes.add(definition.name());
    }

    private void announce(String table) {
        topics.add(TableId.parse(table));
    }

    @Test
    void an_index_is_created_as_soon_as_its_table_has_a_topic_and_no_other_waits_for_that() {
        announce("eu:b");
        announce("default:named");
        matched.look();
        assertThat(indexes).as("only what a pattern matches").containsExactly("eu-b");
        assertThat(matched.check().ok()).isTrue();
        assertThat(matched.check().message()).contains("index eu-a is not created yet", "peer add --table eu:a");

        announce("eu:a");
        matched.look();
        assertThat(indexes).containsExactlyInAnyOrder("eu-a", "eu-b");
        assertThat(matched.check().message()).isEqualTo("ok");
    }

    @Test
    void a_table_that_comes_later_gets_its_index_and_one_that_was_deleted_does_not_come_back() {
        announce("eu:a");
        announce("eu:b");
        announce("eu:c");
        matched.look();
        indexes.remove("eu-a");
        tables.add(TableId.parse("eu:c"));
        matched.redefine(source.get().definitions());
        matched.look();
        assertThat(indexes).containsExactlyInAnyOrder("eu-b", "eu-c");
    }

    @Test
    void what_passes_is_tried_again() {
        announce("eu:a");
        announce("eu:b");
        kafka = false;
        matched.look();
        assertThat(matched.check().message()).contains("no Kafka");
        kafka = true;
        matched.look();
        assertThat(indexes).hasSize(2);
    }

    @Test
    void without_hbase_a_process_begins_with_what_is_named() {
        DefinitionSource away = new DefinitionSource(() -> defined, () -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no HBase");
        });
        Definitions.Resolved first = away.first();
        assertThat(first.definitions()).extracting(IndexDefinition::name).containsExactly("named");
        assertThat(first.leftOut()).singleElement().asString().contains("not known yet", "no HBase");
    }
}
