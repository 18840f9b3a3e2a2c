/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaFuture;

/**
 * Kafka's admin client with a deadline on every wait and our own failures. Constructing one does no I/O but starts a
 * thread of the client; connects on the first call. Safe for use by several threads. Owns the client.
 */
final class AdminCalls implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    /** Whoever asks waits for the answer: what is under way at the close is waited for by nobody. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);

    private final Admin admin;
    private final String servers;

    AdminCalls(KafkaConfig config, String clientId) {
        Map<String, Object> properties = config.clientProperties();
        properties.put(AdminClientConfig.CLIENT_ID_CONFIG, clientId);
        properties.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
        properties.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis() / 2);
        this.admin = KafkaFailures.translating(
                "connecting to Kafka at " + config.bootstrapServers(), () -> Admin.create(properties));
        this.servers = config.bootstrapServers();
    }

    Admin admin() {
        return admin;
    }

    /** @param what was asked: a participle and its object */
    <T> T await(KafkaFuture<T> answer, String what) {
        try {
            return answer.get(TIMEOUT.toMillis() + TIMEOUT.toMillis() / 2, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw KafkaFailures.translate(e.getCause() == null ? e : e.getCause(), what + " at " + servers);
        } catch (TimeoutException e) {
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    what + ": no answer of Kafka at " + servers,
                    KafkaFailures.UNREACHABLE_HINT,
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, what + ": interrupted", null, e);
        }
    }

    @Override
    public void close() {
        admin.close(CLOSE_TIMEOUT);
    }
}
