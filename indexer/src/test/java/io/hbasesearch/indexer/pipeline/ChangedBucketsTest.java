/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.event.CellChange;
import io.hbasesearch.event.CellType;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangedBucketsTest {
    private static final List<Bucket> ALL = Bucket.all(16);
    private static final IndexDefinition DEFINITION = DefinitionText.read(
            "wide",
            """
            table: default:wide
            unit: cell
            fields:
              owner: {column: "m:owner", type: keyword}
            where:
              "m:kind": {equals: a}
            cells: {columns: ["d:c*"], buckets: 16, values: {text: {type: text}}}
            """);

    private static CellChange cell(CellType type, String column) {
        ColumnName name = ColumnName.parse(column);
        return CellChange.newBuilder()
                .setFamily(ByteString.copyFromUtf8(name.family()))
                .setQualifier(ByteString.copyFrom(name.qualifier().toBytes()))
                .setType(type)
                .build();
    }

    private static Collection<Bucket> of(RowMutation.Cause cause, Payload payload, CellChange... cells) {
        return new ChangedBuckets(DEFINITION)
                .of(RowMutation.newBuilder()
                        .setCause(cause)
                        .setPayload(payload)
                        .addAllCells(List.of(cells))
                        .build());
    }

    private static Collection<Bucket> edit(CellChange... cells) {
        return of(RowMutation.Cause.EDIT, Payload.EDITS, cells);
    }

    private static Bucket bucket(String column) {
        return DEFINITION.cells().orElseThrow().bucket(ColumnName.parse(column));
    }

    @Test
    void anEditOfCellsChangesTheirBuckets() {
        assertThat(bucket("d:c1")).isNotEqualTo(bucket("d:c2"));
        assertThat(edit(cell(CellType.PUT, "d:c1"))).containsExactly(bucket("d:c1"));
        assertThat(edit(cell(CellType.DELETE, "d:c1"), cell(CellType.DELETE_COLUMN, "d:c2")))
                .containsExactlyInAnyOrder(bucket("d:c1"), bucket("d:c2"));
        assertThat(of(RowMutation.Cause.EDIT, Payload.COLUMNS, cell(CellType.PUT, "d:c2")))
                .containsExactly(bucket("d:c2"));
    }

    @Test
    void whatStandsInAllBucketsChangesAll() {
        assertThat(edit(cell(CellType.PUT, "m:owner"))).isEqualTo(ALL);
        assertThat(edit(cell(CellType.DELETE_COLUMN, "m:kind"))).isEqualTo(ALL);
    }

    @Test
    void aDeletedFamilyChangesAllBucketsIfItIsMapped() {
        assertThat(edit(cell(CellType.DELETE_FAMILY, "d:"))).isEqualTo(ALL);
        assertThat(edit(cell(CellType.DELETE_FAMILY_VERSION, "m:"))).isEqualTo(ALL);
        assertThat(edit(cell(CellType.DELETE_FAMILY, "x:"))).isEmpty();
    }

    @Test
    void whatIsNotMappedChangesNothing() {
        assertThat(edit(cell(CellType.PUT, "d:other"), cell(CellType.PUT, "x:c1"), cell(CellType.PUT, "m:other")))
                .isEmpty();
    }

    @Test
    void whereCellsAreNotToldAllBucketsMayHaveChanged() {
        assertThat(edit()).isEqualTo(ALL);
        assertThat(of(RowMutation.Cause.EDIT, Payload.KEYS)).isEqualTo(ALL);
        assertThat(of(RowMutation.Cause.TOUCH, Payload.KEYS)).isEqualTo(ALL);
        assertThat(of(RowMutation.Cause.TOUCH, Payload.EDITS, cell(CellType.PUT, "d:c1")))
                .isEqualTo(ALL);
        assertThat(edit(cell(CellType.CELL_TYPE_UNSPECIFIED, "d:c1"))).isEqualTo(ALL);
    }
}
