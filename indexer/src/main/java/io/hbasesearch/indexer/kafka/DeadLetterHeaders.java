/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import io.hbasesearch.indexer.kafka.DeadLetterReader.Truncation;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Converts dead letters to and from Kafka records. Key and value are the original's, byte for byte, unless the value is too large
 * for the topic. Everything else is in headers, as UTF-8 text, except for the row's bytes.
 */
final class DeadLetterHeaders {
    private static final String PREFIX = "hbase-search.";
    private static final String INDEX = PREFIX + "index";
    private static final String TABLE = PREFIX + "table";
    private static final String TOPIC = PREFIX + "topic";
    private static final String PARTITION = PREFIX + "partition";
    private static final String OFFSET = PREFIX + "offset";
    private static final String ROW = PREFIX + "row";
    private static final String STAGE = PREFIX + "stage";
    private static final String CODE = PREFIX + "error.code";
    private static final String MESSAGE = PREFIX + "error.message";
    private static final String EVENT_BYTES = PREFIX + "event.bytes";
    private static final String EVENT_TRUNCATED = PREFIX + "event.truncated";
    private static final int LONGEST_MESSAGE = 2_000;

    private DeadLetterHeaders() {}

    /** @param maxEventBytes maximum number of bytes of the event to keep */
    static ProducerRecord<byte[], byte[]> write(String topic, DeadLetter letter, int maxEventBytes) {
        SourceEvent event = letter.event();
        TruncatedEvent fitted = TruncatedEvent.of(event.value(), maxEventBytes);
        boolean isLongKey = event.key() != null && event.key().length > RowKey.MAX_LENGTH;
        // No row has such a key: another program wrote the record, which must not exceed the topic's limit because of
        // it.
        byte[] key = isLongKey ? Arrays.copyOf(event.key(), RowKey.MAX_LENGTH) : event.key();
        // One explicit partition: a dead letter is identified by its offset.
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, 0, letter.time().toEpochMilli(), key, fitted.bytes());
        Headers headers = record.headers();
        put(headers, INDEX, letter.origin().index());
        put(headers, TABLE, letter.origin().table());
        put(headers, TOPIC, letter.origin().topic());
        put(headers, PARTITION, Integer.toString(event.partition()));
        put(headers, OFFSET, Long.toString(event.offset()));
        letter.row().ifPresent(row -> headers.add(ROW, row.bytes().toBytes()));
        put(headers, STAGE, letter.failure().stage().name());
        put(headers, CODE, letter.failure().code().name());
        String message = letter.failure().message();
        put(headers, MESSAGE, message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)));
        put(headers, EVENT_BYTES, Integer.toString(event.value() == null ? 0 : event.value().length));
        fitted.truncated()
                .or(() -> isLongKey ? Optional.of(DeadLetterReader.Truncation.BYTES) : Optional.empty())
                .ifPresent(how -> put(headers, EVENT_TRUNCATED, how.name()));
        return record;
    }

    /** Returns empty if the record is not one of our dead letters. */
    static Optional<DeadLetterReader.StoredDeadLetter> read(ConsumerRecord<byte[], byte[]> record) {
        try {
            Headers headers = record.headers();
            byte[] value = record.value();
            int bytes = find(headers, EVENT_BYTES).map(Integer::parseInt).orElse(value == null ? 0 : value.length);
            Optional<DeadLetterReader.Truncation> truncated =
                    find(headers, EVENT_TRUNCATED).map(DeadLetterReader.Truncation::valueOf);
            return Optional.of(new DeadLetterReader.StoredDeadLetter(
                    record.partition(), record.offset(), letter(record), bytes, truncated));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static DeadLetter letter(ConsumerRecord<byte[], byte[]> record) {
        Headers headers = record.headers();
        SourceEvent event = new SourceEvent(
                Integer.parseInt(get(headers, PARTITION)),
                Long.parseLong(get(headers, OFFSET)),
                OptionalInt.empty(),
                record.key(),
                record.value());
        DeadLetter.Stage stage = DeadLetter.Stage.valueOf(get(headers, STAGE));
        Optional<String> topic = find(headers, TOPIC);
        return new DeadLetter(
                new DeadLetter.Origin(get(headers, INDEX), get(headers, TABLE), topic.orElse("")),
                event,
                topic.isPresent() ? row(headers) : rowOf(stage, record.key()),
                new DeadLetter.Failure(stage, ErrorCode.valueOf(get(headers, CODE)), get(headers, MESSAGE)),
                Instant.ofEpochMilli(record.timestamp()));
    }

    private static Optional<RowKey> row(Headers headers) {
        return Optional.ofNullable(headers.lastHeader(ROW)).map(header -> RowKey.copyOf(header.value()));
    }

    /** Derives the row of a dead letter of an earlier version, which does not name it: the key of a readable event is the row. */
    private static Optional<RowKey> rowOf(DeadLetter.Stage stage, byte @Nullable [] key) {
        return stage == DeadLetter.Stage.DECODE || key == null || key.length == 0
                ? Optional.empty()
                : Optional.of(RowKey.copyOf(key));
    }

    private static void put(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(UTF_8));
    }

    private static Optional<String> find(Headers headers, String name) {
        return Optional.ofNullable(headers.lastHeader(name)).map(header -> new String(header.value(), UTF_8));
    }

    private static String get(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        if (header == null) {
            throw new IllegalArgumentException("no header " + name);
        }
        return new String(header.value(), UTF_8);
    }

    /**
     * The part of an event that a dead letter holds: all of it, if it fits. Replay reads the row again and needs only the row's key, so
     * an event that is too large for the topic must not stop its index. Immutable.
     */
    @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
    private record TruncatedEvent(byte @Nullable [] bytes, Optional<Truncation> truncated) {
        static TruncatedEvent of(byte @Nullable [] event, int maxBytes) {
            if (event == null || event.length <= maxBytes) {
                return new TruncatedEvent(event, Optional.empty());
            }
            try {
                RowMutation fitted = RowMutations.fit(RowMutations.decode(event), maxBytes);
                if (fitted.getSerializedSize() > maxBytes && fitted.getRow().size() > RowKey.MAX_LENGTH) {
                    return new TruncatedEvent(Arrays.copyOf(event, maxBytes), Optional.of(Truncation.BYTES));
                }
                Truncation truncation = fitted.getPayload() == Payload.KEYS ? Truncation.CELLS : Truncation.VALUES;
                return new TruncatedEvent(fitted.toByteArray(), Optional.of(truncation));
            } catch (UnreadableEventException e) {
                return new TruncatedEvent(Arrays.copyOf(event, maxBytes), Optional.of(Truncation.BYTES));
            }
        }
    }
}
