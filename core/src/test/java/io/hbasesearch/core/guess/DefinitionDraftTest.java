/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefinitionDraftTest {
    private static final TableId TABLE = TableId.parse("ns:mail");

    @TempDir
    Path directory;

    private IndexDefinition read(String draft) throws IOException {
        return new IndexDefinitionReader(Map.of()).readFile(Files.writeString(directory.resolve("mail.yaml"), draft));
    }

    private static Cell cell(String family, String qualifier, String value) {
        return new Cell(ColumnName.of(family, qualifier), 1, ByteArray.utf8(value));
    }

    private static Row row(String key, Cell... cells) {
        return new Row(RowKey.utf8(key), List.of(cells));
    }

    @Test
    void theDraftIsADefinitionWithAReasonForEachGuess() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            rows.add(row(
                    String.format("u%07d", i * 31) + "20260302" + String.format("%06d", i * 1_999),
                    cell("d", "subject", "the secret of row " + i),
                    cell("d", "size", Integer.toString(i)),
                    cell("d", "and", "x"),
                    cell("d", "day", "20260302"),
                    cell("m", "size", "7")));
        }
        String draft = DefinitionDraft.draft(TABLE, rows).text();

        IndexDefinition definition = read(draft);
        assertThat(definition.table()).isEqualTo(TABLE);
        assertThat(definition.rowKey()).isPresent();
        assertThat(definition.fields())
                .extracting(FieldMapping::name)
                .containsExactlyInAnyOrder("id", "day", "id2", "subject", "size", "and_", "d_day", "m_size");
        assertThat(definition.field("size").map(FieldMapping::type)).contains(FieldType.LONG);
        assertThat(draft)
                .contains("# 50 of 50 sampled keys fit", "# a day in every key", "in 50 of 50 rows")
                .as("no value of a row")
                .doesNotContain("secret");
    }

    @Test
    void columnsOfAnyBytesHaveNamesThatFieldsMayHave() throws IOException {
        List<Row> rows = List.of(new Row(
                RowKey.utf8("a"),
                List.of(
                        new Cell(new ColumnName("d", ByteArray.wrap(new byte[] {0, -1})), 1, ByteArray.utf8("x")),
                        new Cell(new ColumnName("d", ByteArray.empty()), 1, ByteArray.utf8("x")),
                        cell("d", "a b/c", "x"),
                        cell("d", "1st", "x"),
                        cell("d", "名字", "x"))));

        IndexDefinition definition = read(DefinitionDraft.draft(TABLE, rows).text());

        assertThat(definition.fields())
                .extracting(FieldMapping::name)
                .containsExactlyInAnyOrder("c_", "x00ff", "c_1st", "a_b_c", "名字");
        assertThat(definition.columns().families().get("d")).hasSize(5);
    }

    @Test
    void aTableWithoutRowsGivesSomethingToBeginWith() throws IOException {
        assertThat(read(DefinitionDraft.draft(TABLE, List.of()).text()).fields())
                .hasSize(1);
    }

    @Test
    void ofVeryManyColumnsTheMostFrequentAreFields() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            rows.add(row("r" + i, cell("d", "q" + i, "x"), cell("d", "zz", "often")));
        }
        String draft = DefinitionDraft.draft(TABLE, rows).text();
        IndexDefinition definition = read(draft);
        assertThat(definition.fields()).hasSize(200);
        assertThat(definition.field("zz")).isPresent();
        assertThat(draft).contains("501 columns");
    }
}
