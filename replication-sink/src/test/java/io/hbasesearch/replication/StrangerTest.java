/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.memory.MemoryPool;
import org.apache.kafka.common.network.InvalidReceiveException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Something that is no Kafka listens where a broker should: a RegionServer must not run out of memory over what it says. */
@Timeout(60)
class StrangerTest {
    private static final String HTTP = "HTTP/1.1 400 Bad Request\r\n\r\n";
    /** An alert of TLS, from a broker whose listener expects it: 0x15030300 bytes, as a length. */
    private static final String TLS = "\u0015\u0003\u0003\u0000\u0002\u0002\u0046";

    private ServerSocket stranger;

    @BeforeEach
    void listen() throws Exception {
        stranger = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws Exception {
        stranger.close();
    }

    /** Without a bound the client would allocate, and wait for the rest of what is no answer. */
    @ParameterizedTest
    @ValueSource(strings = {"PLAINTEXT", "SASL_PLAINTEXT"})
    void hangsUpOnAnAnswerThatIsNone(String protocol) throws Exception {
        RecordSender sender = SharedProducers.ofThisJvm().acquire(properties(protocol));
        Thread sending = new Thread(() -> send(sender));
        sending.start();
        try {
            for (String answer : new String[] {HTTP, TLS}) {
                try (Socket client = stranger.accept()) {
                    client.setSoTimeout((int) Duration.ofSeconds(20).toMillis());
                    assertThat(client.getInputStream().read()).as("a request").isNotNegative();
                    client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                    client.getOutputStream().flush();
                    assertThat(client.getInputStream().readAllBytes())
                            .as("the rest of the request, and then the end of the connection")
                            .isNotEmpty();
                }
            }
        } finally {
            sender.close();
            sending.join(TimeUnit.SECONDS.toMillis(20));
        }
    }

    @Test
    void allocatesForAnyAnswerOfABroker() {
        assertThat(MemoryPool.NONE.tryAllocate(1 << 20).capacity()).isEqualTo(1 << 20);
        assertThatThrownBy(() -> MemoryPool.NONE.tryAllocate(0x48545450))
                .isInstanceOf(InvalidReceiveException.class)
                .hasMessageContaining("hbase-search.kafka.security.protocol");
    }

    private Map<String, Object> properties(String protocol) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", "127.0.0.1:" + stranger.getLocalPort());
        properties.put("max.block.ms", "5000");
        properties.put("delivery.timeout.ms", "5000");
        properties.put("request.timeout.ms", "4000");
        properties.put("security.protocol", protocol);
        properties.put("sasl.mechanism", "PLAIN");
        properties.put(
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\" password=\"b\";");
        return properties;
    }

    private static void send(RecordSender sender) {
        try {
            Future<?> sent = sender.send("topic", 0, null, new byte[] {1});
            assertThatThrownBy(() -> sent.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(TimeoutException.class);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
