/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.KafkaClients;
import io.hbasesearch.indexer.kafka.KafkaDeadLetters;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import io.hbasesearch.servers.KafkaServer;
import io.hbasesearch.testing.SmallDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker whose disk is full gives up its log directory, and with its only one itself: to clients it is a broker that is
 * gone. What is to be stored fails in a way that passes, and is stored when there is room and the broker is back; what it had
 * acknowledged before is still there.
 */
class KafkaFullDiskIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String INDEX = "full";
    private static final int MOST_LETTERS = 1_000;

    private final Random random = new Random(3);

    @Test
    void deadLettersOutlastABrokerWhoseDiskIsFull(@TempDir Path directory) throws Exception {
        Path data = directory.resolve("kafka");
        try (SmallDisk disk = SmallDisk.mount(data.resolve("data"), 64);
                KafkaServer kafka = KafkaServer.builder(data).build()) {
            start(kafka);
            createTopic(kafka);
            KafkaConfig config = new KafkaConfig(kafka.bootstrapServers(), Map.of());
            try (KafkaDeadLetters letters = new KafkaDeadLetters(new KafkaClients(config), INDEX)) {
                letters.store(List.of(letter(0)));
                disk.fill();
                int failed = storeUntilItFails(letters);
                Awaitility.await("the broker gives up").atMost(PATIENCE).until(() -> !kafka.isRunning());

                disk.makeRoom();
                start(kafka);
                DeadLetterReader reader = new DeadLetterReader(config);
                assertThat(offsets(reader))
                        .as("letters that were acknowledged")
                        .containsAll(IntStream.range(0, failed).boxed().toList());
                Awaitility.await("stored at last")
                        .atMost(PATIENCE)
                        .ignoreExceptionsInstanceOf(HBaseSearchException.class)
                        .until(() -> {
                            letters.store(List.of(letter(failed)));
                            return true;
                        });
                assertThat(offsets(reader))
                        .containsAll(IntStream.rangeClosed(0, failed).boxed().toList());
            }
        }
    }

    /** Of the events whose letters are there. */
    private static Set<Integer> offsets(DeadLetterReader reader) {
        return reader.latest(INDEX, MOST_LETTERS).stream()
                .map(stored -> (int) stored.letter().event().offset())
                .collect(Collectors.toSet());
    }

    /** The number of the letter that was refused: all before it were acknowledged. */
    private int storeUntilItFails(KafkaDeadLetters letters) {
        for (int i = 1; i < MOST_LETTERS; i++) {
            try {
                letters.store(List.of(letter(i)));
            } catch (HBaseSearchException e) {
                assertThat(e.failureClass()).as(e.getMessage()).isEqualTo(FailureClass.TRANSIENT);
                return i;
            }
        }
        throw new AssertionError("a full disk has taken everything");
    }

    private DeadLetter letter(int offset) {
        byte[] value = new byte[200 << 10];
        random.nextBytes(value);
        return new DeadLetter(
                new DeadLetter.Origin(INDEX, "default:t", "topic"),
                new SourceEvent(0, offset, OptionalInt.empty(), null, value),
                Optional.empty(),
                new DeadLetter.Failure(DeadLetter.Stage.DECODE, ErrorCode.EVENT_UNREADABLE, "no event"),
                Instant.now());
    }

    private static void start(KafkaServer kafka) throws InterruptedException {
        kafka.start();
        kafka.awaitReady(PATIENCE);
    }

    private static void createTopic(KafkaServer kafka) throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(TopicName.deadLetters(INDEX), 1, (short) 1)))
                    .all()
                    .get();
        }
    }
}
