/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another program listens where {@code kafka.bootstrapServers} points: no client of ours may allocate what its answer seems to say. */
@Timeout(90)
class WrongPortTest {
    private static final long MOST_BYTES = 64 << 20;

    private ServerSocket listening;

    @BeforeEach
    void listen() throws Exception {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws Exception {
        listening.close();
    }

    @ParameterizedTest
    @CsvSource({
        "PLAINTEXT, HTTP/1.1 400 Bad Request",
        "SASL_PLAINTEXT, HTTP/1.1 400 Bad Request",
        "PLAINTEXT, <html>",
        "PLAINTEXT, \u0015\u0003\u0003 alert"
    })
    void anAdminClientHangsUp(String protocol, String answer) throws Exception {
        try (AdminCalls calls = new AdminCalls(config(protocol), "wrong-port")) {
            CompletableFuture<Void> asked =
                    CompletableFuture.runAsync(() -> calls.admin().listTopics().names());
            isHungUpOn(answer);
            asked.join();
            assertThat(allocated("kafka-admin-client-thread | wrong-port")).isBetween(1L, MOST_BYTES);
        }
    }

    @Test
    void aConsumerHangsUp() throws Exception {
        Map<String, Object> properties = new KafkaClients(config("PLAINTEXT")).consumerProperties("wrong-port");
        properties.put("default.api.timeout.ms", "5000");
        CompletableFuture<Long> consumed = CompletableFuture.supplyAsync(() -> {
            long before = allocatedHere();
            try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties)) {
                consumer.beginningOffsets(Set.of(new TopicPartition("topic", 0)));
            } catch (KafkaException e) {
                // Of course.
            }
            return allocatedHere() - before;
        });
        isHungUpOn("HTTP/1.1 400 Bad Request");
        assertThat(consumed.join()).isLessThan(MOST_BYTES);
    }

    @Test
    void aProducerHangsUp() throws Exception {
        try (Producer<byte[], byte[]> producer =
                new KafkaClients(config("PLAINTEXT")).producer("wrong-port", 5_000, 5_000)) {
            CompletableFuture<?> sent = CompletableFuture.runAsync(
                    () -> producer.send(new ProducerRecord<>("topic", 0, null, new byte[1])));
            isHungUpOn("HTTP/1.1 400 Bad Request");
            assertThat(allocated("kafka-producer-network-thread | wrong-port")).isBetween(1L, MOST_BYTES);
            sent.join();
        }
    }

    /** It takes connections and requests, and says nothing. */
    @Test
    void aSilentServerIsToldWithinTheDeadline() {
        long before = System.nanoTime();
        try (AdminCalls calls = new AdminCalls(config("PLAINTEXT"), "silent-port", Duration.ofSeconds(2))) {
            assertThatThrownBy(() -> calls.await(calls.admin().listTopics().names(), "listing topics"))
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                        assertThat(failure.code()).isEqualTo(ErrorCode.SERVER_UNREACHABLE);
                        assertThat(failure.hint())
                                .hasValueSatisfying(hint -> assertThat(hint).contains("kafka.bootstrapServers"));
                    })
                    .hasMessageContaining("127.0.0.1:" + listening.getLocalPort());
        }
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
    }

    /** A consumer that may fetch more than is read would never get its answer. */
    @Test
    void noFetchIsLongerThanWhatIsRead() {
        Map<String, String> given = Map.of("fetch.max.bytes", "200000000", "max.partition.fetch.bytes", "1000");
        Map<String, Object> properties = new KafkaClients(config("127.0.0.1:9", given)).consumerProperties("long");
        assertThat(properties)
                .containsEntry(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 50 << 20)
                .containsEntry(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "1000");
    }

    @Test
    void theClassPathHasTheBoundFirst() {
        KafkaClients.requireBoundedAnswers();
        assertThatThrownBy(() -> org.apache.kafka.common.memory.MemoryPool.NONE.tryAllocate(0x48545450))
                .hasMessageContaining("kafka.bootstrapServers");
    }

    private void isHungUpOn(String answer) throws Exception {
        try (Socket client = listening.accept()) {
            client.setSoTimeout((int) Duration.ofSeconds(20).toMillis());
            assertThat(client.getInputStream().read()).as("a request").isNotNegative();
            client.getOutputStream().write((answer + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            client.getOutputStream().flush();
            assertThat(client.getInputStream().readAllBytes())
                    .as("the rest of the request, and then the end of the connection")
                    .isNotEmpty();
        }
    }

    private static long allocatedHere() {
        return threads().getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static long allocated(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals(thread))
                .mapToLong(each -> threads().getThreadAllocatedBytes(each.getId()))
                .max()
                .orElse(0);
    }

    private static ThreadMXBean threads() {
        return (ThreadMXBean) ManagementFactory.getThreadMXBean();
    }

    private KafkaConfig config(String protocol) {
        Map<String, String> properties = new HashMap<>(Map.of("security.protocol", protocol));
        if (protocol.startsWith("SASL")) {
            properties.put("sasl.mechanism", "PLAIN");
            properties.put(
                    "sasl.jaas.config",
                    "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\" password=\"b\";");
        }
        return config("127.0.0.1:" + listening.getLocalPort(), properties);
    }

    private static KafkaConfig config(String servers, Map<String, String> properties) {
        return new KafkaConfig(
                servers,
                properties.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, property -> new Secret(property.getValue()))));
    }
}
