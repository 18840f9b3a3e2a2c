/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.RowRange;
import io.hbasesearch.indexer.pipeline.FakeTopic;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventDecoderTest {
    private static final RowKey ROW = RowKey.utf8("row");
    private static final int PARTITIONS = 4;
    private static final int HOME = RowPartition.of(ROW.bytes().unsafeBytes(), PARTITIONS);

    private final EventDecoder decoder = new EventDecoder(
            "i",
            FakeTopic.TABLE,
            PARTITIONS,
            ColumnSelection.of(List.of(ColumnName.of("d", "body"))),
            event -> List.of(Bucket.ONLY));

    @Test
    void anEditTellsItsRowAndItsTime() {
        assertThat(decode(HOME, "row", FakeTopic.event(RowMutation.Cause.EDIT, ROW, 42)))
                .isEqualTo(new DecodedEvent.RowChanged(ROW, 42, List.of(Bucket.ONLY)));
    }

    @Test
    void aTouchHasNoPutTime() {
        assertThat(decode(HOME, "row", FakeTopic.event(RowMutation.Cause.TOUCH, ROW, 42)))
                .isEqualTo(new DecodedEvent.RowChanged(ROW, 0, List.of(Bucket.ONLY)));
    }

    @Test
    void aMarkerIsAMarkerInAnyPartition() {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            assertThat(decode(partition, null, FakeTopic.event(RowMutation.Cause.MARKER, ROW, 42)))
                    .isInstanceOf(DecodedEvent.Marker.class);
        }
    }

    @Test
    void aBulkLoadIsTheSameLoadInEveryPartitionAndTellsItsRange() {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            assertThat(decode(partition, null, bulkLoad()))
                    .isEqualTo(new DecodedEvent.BulkLoaded(
                            "cafe/7", new KeyRange(ByteArray.utf8("g"), ByteArray.empty()), true));
        }
    }

    @Test
    void aBulkLoadConcernsAnIndexUnlessItIsKnownToBeOfOtherFamilies() {
        assertThat(decode(0, null, bulkLoad("other", "d"))).isEqualTo(decode(0, null, bulkLoad()));
        assertThat(decode(0, null, bulkLoad("other", "another")))
                .isEqualTo(new DecodedEvent.BulkLoaded(
                        "cafe/7", new KeyRange(ByteArray.utf8("g"), ByteArray.empty()), false));
    }

    private static byte[] bulkLoad(String... families) {
        return RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(RowMutation.Cause.BULK_LOAD)
                .setNamespace(FakeTopic.TABLE.namespace())
                .setTable(FakeTopic.TABLE.qualifier())
                .setRegion("cafe")
                .setRegionSequenceId(7)
                .setRange(RowRange.newBuilder().setStart(ByteString.copyFromUtf8("g")))
                .addAllFamilies(
                        Stream.of(families).map(ByteString::copyFromUtf8).toList())
                .build()
                .toByteArray();
    }

    @Test
    void theKeyOfUnreadableBytesStillTellsTheRow() {
        assertThat(unreadable(HOME, "row", "garbage".getBytes(UTF_8)).row()).contains(ROW);
        assertThat(unreadable(HOME, "row", null).row()).contains(ROW);
        assertThat(unreadable(HOME, null, null).row()).isEmpty();
        assertThat(unreadable((HOME + 1) % PARTITIONS, "row", null).row()).isEmpty();
    }

    @Test
    void anEventOfANewerFormatEndsTheRunWhateverElseItHas() throws Exception {
        byte[] event = FakeTopic.event(RowMutation.Cause.EDIT, ROW, 42);
        byte[] newer = RowMutation.parseFrom(event).toBuilder()
                .setFormat(RowMutations.FORMAT + 1)
                .build()
                .toByteArray();
        for (String key : Arrays.asList("row", null)) {
            assertThatThrownBy(() -> decode(HOME, key, newer))
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                        assertThat(failure.code()).isEqualTo(ErrorCode.INDEX_INCOMPATIBLE);
                        assertThat(failure).hasMessageContaining("upgrade the indexer before the replication endpoint");
                        assertThat(failure.hint().orElseThrow())
                                .contains("Upgrade this program")
                                .contains("index epoch i --bump --recreate i");
                    });
        }
        byte[] foreign = RowMutation.parseFrom(newer).toBuilder()
                .setTable("junk")
                .build()
                .toByteArray();
        assertThat(unreadable(HOME, "row", foreign).row()).contains(ROW);
    }

    @Test
    void aForeignTableIsRefusedWithoutTouchingARow() {
        EventDecoder other = new EventDecoder(
                "i",
                TableId.parse("ns:other"),
                PARTITIONS,
                ColumnSelection.everything(),
                event -> List.of(Bucket.ONLY));
        DecodedEvent decoded = other.decode(event(HOME, "row", FakeTopic.event(RowMutation.Cause.EDIT, ROW, 1)));
        assertThat(decoded).isInstanceOfSatisfying(DecodedEvent.Unreadable.class, poison -> {
            assertThat(poison.row()).isEmpty();
            assertThat(poison.message()).contains("ns:t").contains("ns:other");
        });
    }

    @Test
    void aRowOutsideItsPartitionIsToBeAnnouncedInItsOwn() {
        int wrong = (HOME + 1) % PARTITIONS;
        for (RowMutation.Cause cause : List.of(RowMutation.Cause.EDIT, RowMutation.Cause.TOUCH)) {
            DecodedEvent.Unreadable found = unreadable(wrong, "row", FakeTopic.event(cause, ROW, 1));
            assertThat(found.isMisplaced()).isTrue();
            assertThat(found.row()).isEmpty();
            assertThat(found.elsewhere()).containsExactly(ROW);
            assertThat(found.message()).contains("partition " + HOME + " of " + PARTITIONS);
        }
        assertThat(unreadable(wrong, "row", null).elsewhere()).containsExactly(ROW);
        assertThat(unreadable(wrong, "row", null).isMisplaced()).isFalse();
    }

    @Test
    void keysThatAreNoRowKeysTellOfNothing() {
        byte[] giant = new byte[RowKey.MAX_LENGTH + 1];
        byte[] event = FakeTopic.event(RowMutation.Cause.EDIT, ROW, 1);
        for (byte[] key : Arrays.asList(null, new byte[0], giant)) {
            DecodedEvent.Unreadable garbage = (DecodedEvent.Unreadable)
                    decoder.decode(new SourceEvent(HOME, 0, OptionalInt.empty(), key, "garbage".getBytes(UTF_8)));
            assertThat(garbage.row()).isEmpty();
            assertThat(garbage.elsewhere()).isEmpty();
            DecodedEvent.Unreadable sound =
                    (DecodedEvent.Unreadable) decoder.decode(new SourceEvent(HOME, 0, OptionalInt.empty(), key, event));
            assertThat(sound.elsewhere()).as("the row that the value tells of").containsExactly(ROW);
        }
    }

    @Test
    void emptyBulkLoadIsUnreadableAndGiantBoundsExcludeNoRow() {
        assertThat(unreadable(0, null, bulkLoad(ByteString.copyFromUtf8("m"), ByteString.copyFromUtf8("g")))
                        .message())
                .contains("ends before it begins");
        byte[] giant = new byte[1 << 20];
        Arrays.fill(giant, (byte) 7);
        DecodedEvent.BulkLoaded load = (DecodedEvent.BulkLoaded)
                decode(0, null, bulkLoad(ByteString.copyFrom(giant), ByteString.copyFrom(giant)));
        assertThat(load.range().start().length()).isEqualTo(RowKey.MAX_LENGTH);
        assertThat(load.range().stop().isEmpty()).isTrue();
    }

    private static byte[] bulkLoad(ByteString start, ByteString stop) {
        return RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(RowMutation.Cause.BULK_LOAD)
                .setNamespace(FakeTopic.TABLE.namespace())
                .setTable(FakeTopic.TABLE.qualifier())
                .setRange(RowRange.newBuilder().setStart(start).setStop(stop))
                .build()
                .toByteArray();
    }

    @Test
    void aRowThatIsNotTheKeyIsRefused() {
        assertThat(unreadable(HOME, "row", FakeTopic.event(RowMutation.Cause.EDIT, RowKey.utf8("other"), 1))
                        .row())
                .contains(ROW);
        assertThat(unreadable(HOME, "row", FakeTopic.event(RowMutation.Cause.EDIT, RowKey.utf8("other"), 1))
                        .elsewhere())
                .containsExactly(RowKey.utf8("other"));
    }

    private DecodedEvent.Unreadable unreadable(int partition, String key, byte[] value) {
        return (DecodedEvent.Unreadable) decode(partition, key, value);
    }

    private DecodedEvent decode(int partition, String key, byte[] value) {
        return decoder.decode(event(partition, key, value));
    }

    private static SourceEvent event(int partition, String key, byte[] value) {
        return new SourceEvent(partition, 0, OptionalInt.empty(), key == null ? null : key.getBytes(UTF_8), value);
    }
}
