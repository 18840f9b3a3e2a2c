/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.CellChange;
import io.hbasesearch.event.CellType;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import io.hbasesearch.indexer.kafka.DeadLetterReader.StoredDeadLetter;
import io.hbasesearch.indexer.kafka.DeadLetterReader.Truncation;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

class DeadLetterHeadersTest {
    private static final int ROOM = 1_000;

    @Test
    void aLetterSurvivesTheWayThroughKafka() {
        DeadLetter letter = letter(new byte[] {5}, Optional.of(RowKey.copyOf(new byte[] {0, -1})));
        StoredDeadLetter back = throughKafka(letter);

        assertThat(back.letter()).usingRecursiveComparison().isEqualTo(letter);
        assertThat(back.letter().event().key()).isEqualTo(new byte[] {0, -1});
        assertThat(back.letter().event().value()).isEqualTo(new byte[] {5});
        assertThat(back.eventBytes()).isEqualTo(1);
        assertThat(back.truncated()).isEmpty();
    }

    @Test
    void aLetterOfAnUnknownRowNamesNone() {
        assertThat(throughKafka(letter(new byte[] {5}, Optional.empty()))
                        .letter()
                        .row())
                .isEmpty();
    }

    @Test
    void anEventWithoutValueIsKeptAsSuch() {
        StoredDeadLetter back = throughKafka(letter(null, Optional.empty()));

        assertThat(back.letter().event().value()).isNull();
        assertThat(back.eventBytes()).isZero();
    }

    @Test
    void anEventThatIsTooLargeLosesItsValuesFirst() throws UnreadableEventException {
        byte[] event = event(10, 500);
        StoredDeadLetter back = throughKafka(letter(event, Optional.empty()));

        RowMutation left = RowMutations.decode(back.letter().event().value());
        assertThat(left.getPayload()).isEqualTo(Payload.COLUMNS);
        assertThat(left.getCellsList()).hasSize(10);
        assertThat(back.truncated()).contains(Truncation.VALUES);
        assertThat(back.eventBytes()).isEqualTo(event.length);
    }

    @Test
    void andThenItsCells() throws UnreadableEventException {
        StoredDeadLetter back = throughKafka(letter(event(1_000, 1), Optional.empty()));

        RowMutation left = RowMutations.decode(back.letter().event().value());
        assertThat(left.getCellsList()).isEmpty();
        assertThat(left.getRow().toStringUtf8()).isEqualTo("row");
        assertThat(back.truncated()).contains(Truncation.CELLS);
    }

    @Test
    void aStrangersKeyThatIsLongerThanAnyRowsLosesItsEnd() {
        byte[] key = new byte[RowKey.MAX_LENGTH + 1];
        DeadLetter letter = letterOf(new SourceEvent(1, 2, OptionalInt.empty(), key, new byte[] {5}), Optional.empty());
        StoredDeadLetter back = throughKafka(letter);

        assertThat(back.letter().event().key()).hasSize(RowKey.MAX_LENGTH);
        assertThat(back.letter().row()).isEmpty();
        assertThat(back.truncated()).contains(Truncation.BYTES);
    }

    @Test
    void anEventWhoseRowIsLongerThanAnyLosesItsEnd() {
        byte[] event = RowMutations.touch("ns", "t", new byte[RowKey.MAX_LENGTH + 1], 1)
                .toByteArray();
        StoredDeadLetter back = throughKafka(letter(event, Optional.empty()));

        assertThat(back.letter().event().value()).hasSize(ROOM);
        assertThat(back.truncated()).contains(Truncation.BYTES);
    }

    @Test
    void whatIsNoEventLosesItsEnd() {
        byte[] noise = new byte[5 * ROOM];
        noise[0] = -1;
        StoredDeadLetter back = throughKafka(letter(noise, Optional.empty()));

        assertThat(back.letter().event().value()).hasSize(ROOM).startsWith(-1);
        assertThat(back.truncated()).contains(Truncation.BYTES);
        assertThat(back.eventBytes()).isEqualTo(5 * ROOM);
    }

    /** Earlier versions read and wrote these headers. */
    @Test
    void theStoredHeadersStay() {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : DeadLetterHeaders.write(
                        "topic", letter(new byte[] {1, 2}, Optional.of(RowKey.utf8("row"))), ROOM)
                .headers()) {
            headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
        }
        assertThat(headers)
                .hasToString("{hbase-search.index=mail, hbase-search.table=ns:mail,"
                        + " hbase-search.topic=hbase-search.ns.mail, hbase-search.partition=3,"
                        + " hbase-search.offset=77, hbase-search.row=row, hbase-search.stage=WRITE,"
                        + " hbase-search.error.code=DOCUMENT_REJECTED, hbase-search.error.message=字段 subject,"
                        + " hbase-search.event.bytes=2}");
    }

    @Test
    void aLetterOfAnEarlierVersionIsOfTheRowThatIsItsKey() {
        ProducerRecord<byte[], byte[]> written =
                DeadLetterHeaders.write("topic", letter(new byte[] {5}, Optional.empty()), ROOM);
        for (String header : new String[] {"topic", "row", "event.bytes"}) {
            written.headers().remove("hbase-search." + header);
        }
        StoredDeadLetter back = DeadLetterHeaders.read(consumed(written)).orElseThrow();

        assertThat(back.letter().row()).contains(RowKey.copyOf(new byte[] {0, -1}));
        assertThat(back.eventBytes()).isEqualTo(1);
    }

    @Test
    void aForeignRecordIsNoLetter() {
        assertThat(DeadLetterHeaders.read(new ConsumerRecord<>("topic", 0, 0, new byte[0], new byte[0])))
                .isEmpty();
    }

    private static byte[] event(int cells, int valueBytes) {
        RowMutation.Builder event = RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(RowMutation.Cause.EDIT)
                .setRow(ByteString.copyFromUtf8("row"))
                .setPayload(Payload.EDITS);
        for (int i = 0; i < cells; i++) {
            event.addCells(CellChange.newBuilder()
                    .setFamily(ByteString.copyFromUtf8("d"))
                    .setQualifier(ByteString.copyFromUtf8("q" + i))
                    .setType(CellType.PUT)
                    .setValue(ByteString.copyFrom(new byte[valueBytes])));
        }
        return event.build().toByteArray();
    }

    private static DeadLetter letter(byte[] event, Optional<RowKey> row) {
        return letterOf(new SourceEvent(3, 77, OptionalInt.empty(), new byte[] {0, -1}, event), row);
    }

    private static DeadLetter letterOf(SourceEvent event, Optional<RowKey> row) {
        return new DeadLetter(
                new DeadLetter.Origin("mail", "ns:mail", "hbase-search.ns.mail"),
                event,
                row,
                new DeadLetter.Failure(DeadLetter.Stage.WRITE, ErrorCode.DOCUMENT_REJECTED, "字段 subject"),
                Instant.ofEpochMilli(1_234));
    }

    private static StoredDeadLetter throughKafka(DeadLetter letter) {
        return DeadLetterHeaders.read(consumed(DeadLetterHeaders.write("topic", letter, ROOM)))
                .orElseThrow();
    }

    private static ConsumerRecord<byte[], byte[]> consumed(ProducerRecord<byte[], byte[]> record) {
        return new ConsumerRecord<>(
                record.topic(),
                0,
                5,
                record.timestamp(),
                org.apache.kafka.common.record.TimestampType.CREATE_TIME,
                0,
                0,
                record.key(),
                record.value(),
                record.headers(),
                java.util.Optional.empty());
    }
}
