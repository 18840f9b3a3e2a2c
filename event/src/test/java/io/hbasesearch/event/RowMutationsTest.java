/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class RowMutationsTest {
    private static final RowMutation EDIT = RowMutation.newBuilder()
            .setFormat(RowMutations.FORMAT)
            .setCause(RowMutation.Cause.EDIT)
            .setNamespace("default")
            .setTable("mail")
            .setRow(ByteString.copyFromUtf8("row"))
            .setPayload(Payload.EDITS)
            .addCells(CellChange.newBuilder()
                    .setFamily(ByteString.copyFromUtf8("d"))
                    .setQualifier(ByteString.copyFrom(new byte[500]))
                    .setValue(ByteString.copyFrom(new byte[5_000]))
                    .setType(CellType.PUT))
            .build();

    @Test
    void survivesTheWire() throws Exception {
        assertThat(RowMutations.decode(EDIT.toByteArray())).isEqualTo(EDIT);
    }

    @Test
    void degradesToColumnsThenKeysWhenItDoesNotFit() {
        assertThat(RowMutations.fit(EDIT, 10_000)).isSameAs(EDIT);

        RowMutation columns = RowMutations.fit(EDIT, 1_000);
        assertThat(columns.getPayload()).isEqualTo(Payload.COLUMNS);
        assertThat(columns.getCells(0).getValue()).isEqualTo(ByteString.EMPTY);
        assertThat(columns.getCells(0).getQualifier().size()).isEqualTo(500);

        RowMutation keys = RowMutations.fit(EDIT, 100);
        assertThat(keys.getPayload()).isEqualTo(Payload.KEYS);
        assertThat(keys.getCellsList()).isEmpty();
        assertThat(keys.getRow()).isEqualTo(EDIT.getRow());
    }

    @Test
    void neverAddsCellsBack() {
        RowMutation keys = RowMutations.reduce(EDIT, Payload.KEYS);
        assertThat(RowMutations.reduce(keys, Payload.COLUMNS)).isSameAs(keys);
    }

    @Test
    void refusesForeignBytesAndNewerFormats() {
        assertThatThrownBy(() -> RowMutations.decode("not an event".getBytes(UTF_8)))
                .isInstanceOf(UnreadableEventException.class);
        byte[] newer = EDIT.toBuilder().setFormat(2).build().toByteArray();
        assertThatThrownBy(() -> RowMutations.decode(newer)).hasMessageContaining("upgrade the indexer");
    }

    @Test
    void aMarkerIsOfItsTableAndOfNoRow() throws UnreadableEventException {
        RowMutation marker =
                RowMutations.decode(RowMutations.marker("ns", "t", 17).toByteArray());
        assertThat(marker.getCause()).isEqualTo(RowMutation.Cause.MARKER);
        assertThat(marker.getNamespace()).isEqualTo("ns");
        assertThat(marker.getTable()).isEqualTo("t");
        assertThat(marker.getWriteTimeMillis()).isEqualTo(17);
        assertThat(marker.getRow().isEmpty()).isTrue();
    }
}
