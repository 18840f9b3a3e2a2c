/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AdminCallsTest {
    private static final AtomicInteger CONNECTIONS = new AtomicInteger();

    /** Ends the client's thread at its first connection, as running out of memory would. */
    public static final class EndsTheFirst implements MetricsReporter {
        @Override
        public void configure(Map<String, ?> configs) {
            // Nothing.
        }

        @Override
        public void init(List<KafkaMetric> metrics) {
            // Nothing.
        }

        @Override
        public void metricChange(KafkaMetric metric) {
            boolean connects = metric.metricName().tags().containsKey("node-id")
                    && metric.metricName().name().equals("request-rate");
            if (connects && CONNECTIONS.getAndIncrement() == 0) {
                throw new AssertionError("the client's thread ends here");
            }
        }

        @Override
        public void metricRemoval(KafkaMetric metric) {
            // Nothing.
        }

        @Override
        public void close() {
            // Nothing.
        }
    }

    @Test
    void aClientWhoseThreadHasDiedIsReplaced() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                AdminCalls calls = new AdminCalls(config(silent), "dying", Duration.ofSeconds(2))) {
            // The thread dies before the first call, or under it.
            String dead = failure(calls);
            if (!dead.contains("has exited")) {
                dead = failure(calls);
            }
            assertThat(dead).contains("has exited", "127.0.0.1:" + silent.getLocalPort());
            // The new client asks, though nothing answers it.
            assertThat(failure(calls)).contains("Timed out").doesNotContain("has exited");
            assertThat(CONNECTIONS.get()).isGreaterThan(1);
        }
    }

    private static String failure(AdminCalls calls) {
        HBaseSearchException failure = catchThrowableOfType(
                HBaseSearchException.class,
                () -> calls.await(calls.admin().listTopics().names(), "listing topics"));
        assertThat(failure.code()).isEqualTo(ErrorCode.SERVER_UNREACHABLE);
        return Throwables.getStackTrace(failure);
    }

    private static KafkaConfig config(ServerSocket server) {
        Map<String, String> properties = Map.of("metric.reporters", EndsTheFirst.class.getName());
        return new KafkaConfig(
                "127.0.0.1:" + server.getLocalPort(),
                properties.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, property -> new Secret(property.getValue()))));
    }
}
