/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.indexer.pipeline.DeadLetter;
import io.hbasesearch.indexer.pipeline.SourceEvent;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * A dead letter as a Kafka record: key and value are the original's, byte for byte; everything else stands in headers, as
 * UTF-8 text.
 */
final class DeadLetterHeaders {
    private static final String PREFIX = "hbase-search.";
    private static final String INDEX = PREFIX + "index";
    private static final String TABLE = PREFIX + "table";
    private static final String PARTITION = PREFIX + "partition";
    private static final String OFFSET = PREFIX + "offset";
    private static final String STAGE = PREFIX + "stage";
    private static final String CODE = PREFIX + "error.code";
    private static final String MESSAGE = PREFIX + "error.message";
    private static final int LONGEST_MESSAGE = 2_000;

    private DeadLetterHeaders() {}

    static ProducerRecord<byte[], byte[]> write(String topic, DeadLetter letter) {
        SourceEvent event = letter.event();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, null, letter.time().toEpochMilli(), event.key(), event.value());
        put(record.headers(), INDEX, letter.index());
        put(record.headers(), TABLE, letter.table());
        put(record.headers(), PARTITION, Integer.toString(event.partition()));
        put(record.headers(), OFFSET, Long.toString(event.offset()));
        put(record.headers(), STAGE, letter.stage().name());
        put(record.headers(), CODE, letter.code().name());
        String message = letter.message();
        put(record.headers(), MESSAGE, message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)));
        return record;
    }

    /** Empty if the record is no dead letter of ours. */
    static Optional<DeadLetter> read(ConsumerRecord<byte[], byte[]> record) {
        try {
            Headers headers = record.headers();
            SourceEvent event = new SourceEvent(
                    Integer.parseInt(get(headers, PARTITION)),
                    Long.parseLong(get(headers, OFFSET)),
                    OptionalInt.empty(),
                    record.key(),
                    record.value());
            return Optional.of(new DeadLetter(
                    get(headers, INDEX),
                    get(headers, TABLE),
                    event,
                    DeadLetter.Stage.valueOf(get(headers, STAGE)),
                    ErrorCode.valueOf(get(headers, CODE)),
                    get(headers, MESSAGE),
                    Instant.ofEpochMilli(record.timestamp())));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static void put(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(UTF_8));
    }

    private static String get(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        if (header == null) {
            throw new IllegalArgumentException("no header " + name);
        }
        return new String(header.value(), UTF_8);
    }
}
