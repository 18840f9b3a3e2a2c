/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Upgrades: what older endpoints wrote is read, byte for byte as topics hold it, and an older indexer refuses what it would
 * misunderstand. The file format-N.txt of each format stands in the resources; a new format needs one more.
 */
class EventFormatsTest {
    private static IntStream formats() {
        return IntStream.rangeClosed(1, RowMutations.FORMAT);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void eventsOfEveryFormatAreRead(int format) throws Exception {
        Map<String, byte[]> events = events(format);

        RowMutation edit = RowMutations.decode(events.get("edit"));
        assertThat(edit.getFormat()).isEqualTo(format);
        assertThat(edit.getCause()).isEqualTo(RowMutation.Cause.EDIT);
        assertThat(edit.getNamespace()).isEqualTo("ns");
        assertThat(edit.getTable()).isEqualTo("mail");
        assertThat(edit.getRow().toStringUtf8()).isEqualTo("row");
        assertThat(edit.getRegion()).isEqualTo("0123456789abcdef");
        assertThat(edit.getRegionSequenceId()).isEqualTo(17);
        assertThat(edit.getWriteTimeMillis()).isEqualTo(1_700_000_000_000L);
        assertThat(edit.getPayload()).isEqualTo(Payload.EDITS);
        assertThat(edit.getCellsList())
                .extracting(CellChange::getType)
                .containsExactly(CellType.PUT, CellType.DELETE_FAMILY);
        assertThat(edit.getCells(0).getValue().toStringUtf8()).isEqualTo("v");
        assertThat(edit.getCells(1).getTimestamp()).isEqualTo(18);

        assertThat(RowMutations.decode(events.get("columns")).getPayload()).isEqualTo(Payload.COLUMNS);
        assertThat(RowMutations.decode(events.get("keys")).getPayload()).isEqualTo(Payload.KEYS);
        assertThat(RowMutations.decode(events.get("touch")).getCause()).isEqualTo(RowMutation.Cause.TOUCH);
        assertThat(RowMutations.decode(events.get("marker")).getCause()).isEqualTo(RowMutation.Cause.MARKER);

        RowMutation bulkLoad = RowMutations.decode(events.get("bulk-load"));
        assertThat(bulkLoad.getCause()).isEqualTo(RowMutation.Cause.BULK_LOAD);
        assertThat(bulkLoad.getRange().getStart().toStringUtf8()).isEqualTo("a");
        assertThat(bulkLoad.getRange().getStop().toStringUtf8()).isEqualTo("m");
        assertThat(bulkLoad.getFamiliesList()).containsExactly(ByteString.copyFromUtf8("d"));
    }

    @Test
    void whatIsWrittenNowIsReadByWhoeverKnowsItsFormat() throws Exception {
        RowMutation edit = RowMutations.decode(events(RowMutations.FORMAT).get("edit"));

        assertThat(edit.toByteArray()).isEqualTo(events(RowMutations.FORMAT).get("edit"));
    }

    /** Within a format, fields may be added that older readers do without. */
    @Test
    void aFieldThatAReaderDoesNotKnowIsLeftAlone() throws Exception {
        RowMutation edit = RowMutations.decode(events(RowMutations.FORMAT).get("edit"));
        RowMutation extended = edit.toBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                1_000,
                                UnknownFieldSet.Field.newBuilder().addVarint(7).build())
                        .build())
                .build();

        assertThat(RowMutations.decode(extended.toByteArray()).getRow()).isEqualTo(edit.getRow());
    }

    @Test
    void anOlderReaderSaysThatItMustBeUpgradedFirst() throws Exception {
        byte[] newer = RowMutations.decode(events(RowMutations.FORMAT).get("edit")).toBuilder()
                .setFormat(RowMutations.FORMAT + 1)
                .build()
                .toByteArray();

        assertThatThrownBy(() -> RowMutations.decode(newer))
                .isInstanceOfSatisfying(NewerEventException.class, failure -> {
                    assertThat(failure.isOf("ns", "mail")).isTrue();
                    assertThat(failure.isOf("ns", "other")).isFalse();
                })
                .hasMessageContaining("event format " + (RowMutations.FORMAT + 1))
                .hasMessageContaining("formats 1 to " + RowMutations.FORMAT)
                .hasMessageContaining("upgrade the indexer before the replication endpoint");
    }

    private static Map<String, byte[]> events(int format) throws IOException {
        Map<String, byte[]> events = new HashMap<>();
        try (InputStream file = EventFormatsTest.class.getResourceAsStream("format-" + format + ".txt")) {
            assertThat(file).as("events of format " + format).isNotNull();
            new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> events.put(
                            line.substring(0, line.indexOf(' ')),
                            HexFormat.of().parseHex(line.substring(line.indexOf(' ') + 1))));
        }
        return events;
    }
}
