/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wraps Kafka's admin client: limits every wait and translates failures. The constructor does no I/O but starts a thread of the
 * client; the first call connects. A client whose thread has died rejects every call, so it is replaced. Safe for use by several
 * threads. Owns the client.
 */
final class AdminCalls implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    /** Callers wait for their responses, so a close need not wait for calls in progress. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(AdminCalls.class);

    private final Supplier<Admin> clients;
    private final Duration patience;
    private final String servers;
    private volatile Admin admin;
    // Guarded by this:
    private boolean closed;

    AdminCalls(KafkaConfig config, String clientId) {
        this(config, clientId, TIMEOUT);
    }

    /** @param timeout of the client, unless its properties say otherwise; a call waits half as long again for the response */
    AdminCalls(KafkaConfig config, String clientId, Duration timeout) {
        KafkaClients.requireBoundedAnswers();
        Map<String, Object> properties = config.clientProperties();
        properties.put(AdminClientConfig.CLIENT_ID_CONFIG, clientId);
        properties.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        properties.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) timeout.toMillis() / 2);
        this.clients = () -> KafkaFailures.translating(
                "connecting to Kafka at " + config.bootstrapServers(), () -> Admin.create(properties));
        this.patience = timeout.plus(timeout.dividedBy(2));
        this.admin = clients.get();
        this.servers = config.bootstrapServers();
    }

    Admin admin() {
        return admin;
    }

    /** @param what was asked: a participle and its object */
    <T> T await(KafkaFuture<T> answer, String what) {
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (hasDied(e)) {
                replace();
            }
            throw KafkaFailures.translate(e.getCause() == null ? e : e.getCause(), what + " at " + servers);
        } catch (TimeoutException e) {
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    what + ": no response from Kafka at " + servers,
                    KafkaFailures.UNREACHABLE_HINT,
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, what + ": interrupted", null, e);
        }
    }

    /** An Error ends the client's thread: out of memory, or a missing class. */
    private static boolean hasDied(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(cause -> String.valueOf(cause.getMessage()).contains("AdminClient thread has exited"));
    }

    /**
     * Replaces the client. Concurrent callers may replace it several times: pending calls of a replaced client fail once and are
     * retried.
     */
    private synchronized void replace() {
        if (!closed) {
            LOG.warn("the thread of Kafka's admin client at {} has died; replacing the client", servers);
            Admin before = admin;
            admin = clients.get();
            before.close(Duration.ZERO);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        admin.close(CLOSE_TIMEOUT);
    }
}
