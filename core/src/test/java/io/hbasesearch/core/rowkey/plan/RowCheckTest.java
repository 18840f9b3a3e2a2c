/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RowCheckTest {
    private static final ColumnName DATE = ColumnName.of("d", "date");
    private static final Map<String, Function<Row, Optional<KeyValue>>> COLUMNS = Map.of(
            "date", row -> row.cell(DATE).map(cell -> KeyValue.of(cell.value().utf8())));

    private static RowKeySpec sample(String name) {
        return new RowKeySpecReader(Map.of()).readFile(Path.of("..", "config", "rowkeys", name + ".yaml"));
    }

    private static Row row(String key, String date) {
        return new Row(RowKey.utf8(key), List.of(new Cell(DATE, 1, ByteArray.utf8(date))));
    }

    private static List<Predicate> predicate(RowKeySpec spec, String text) {
        return List.of(new PredicateText(spec).parse(text));
    }

    @Test
    void aRowWhoseKeyDoesNotFitIsNotAskedFor() {
        RowCheck check = new RowCheck(sample("mail-box"), List.of(), Map.of());
        assertThat(check.fields(row("u100000120260302000001", "")))
                .hasValueSatisfying(fields -> assertThat(fields).containsEntry("user", KeyValue.of("u1000001")));
        assertThat(check.fields(row("u1000001", ""))).isEmpty();
        assertThat(check.fields(row("u100000120269999000001", ""))).isEmpty();
    }

    @Test
    void residualPredicatesLookAtTheKeyAndAtColumnsThatTellMore() {
        RowKeySpec spec = sample("schemad-key");
        RowCheck check = new RowCheck(spec, predicate(spec, "date=20260302101500"), COLUMNS);
        assertThat(check.fields(row("00000001Li\u000020260302", "20260302101500")))
                .hasValueSatisfying(fields -> assertThat(fields)
                        .containsEntry("date", KeyValue.of("20260302101500"))
                        .containsEntry("name", KeyValue.of("Li")));
        assertThat(check.fields(row("00000001Li\u000020260302", "20260302101501")))
                .isEmpty();
        RowCheck names = new RowCheck(spec, predicate(spec, "name^=Li"), Map.of());
        assertThat(names.fields(row("00000001Lin\u000020260302", ""))).isPresent();
        assertThat(names.fields(row("00000001Han\u000020260302", ""))).isEmpty();
    }

    @Test
    void aFieldThatNeitherKeyNorColumnTellsWholeIsRefused() {
        RowKeySpec dates = sample("schemad-key");
        assertThatThrownBy(() -> new RowCheck(dates, predicate(dates, "date=20260302101500"), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the key does not tell date whole: name a column that does, or ask the search index");
        RowKeySpec hashed = sample("whole-key-hashed");
        assertThatThrownBy(() -> new RowCheck(hashed, predicate(hashed, "url=abc001"), Map.of()))
                .hasMessageContaining("url");
        RowKeySpec places = sample("geomesa-z2");
        assertThatThrownBy(() -> new RowCheck(places, predicate(places, "geom@=1,2,3,4"), Map.of()))
                .hasMessageContaining("geom");
        assertThat(new RowCheck(sample("opentsdb"), predicate(sample("opentsdb"), "tags.host=web01"), Map.of()))
                .isNotNull();
    }
}
