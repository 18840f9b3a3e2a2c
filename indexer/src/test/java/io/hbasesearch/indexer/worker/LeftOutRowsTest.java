/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.CountingMetrics;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class LeftOutRowsTest {
    private static final IndexDefinition DEFINITION = DefinitionText.read(
            "t",
            "{table: t, fields: {body: {column: 'd:body', type: keyword}}, where: {body: {not: {prefix: draft}}}}");

    private static Row row(String body) {
        return new Row(RowKey.utf8("row"), List.of(new Cell(ColumnName.of("d", "body"), 1, ByteArray.utf8(body))));
    }

    @Test
    void rowsThatAConditionKeepsOutAreCounted() {
        CountingMetrics metrics = new CountingMetrics();
        Function<Row, RowOutcome> mapper = LeftOutRows.counting(DEFINITION, metrics);
        assertThat(mapper.apply(row("letter"))).isInstanceOf(RowOutcome.Indexed.class);
        assertThat(mapper.apply(row("draft of a letter"))).isInstanceOf(RowOutcome.LeftOut.class);
        assertThat(mapper.apply(row("draft"))).isInstanceOf(RowOutcome.LeftOut.class);
        assertThat(metrics.count(LeftOutRows.METRIC, DEFINITION.name())).isEqualTo(2);
    }
}
