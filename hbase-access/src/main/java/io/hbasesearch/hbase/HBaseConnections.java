/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the process's only connection to an HBase cluster; everything else in this package borrows it. The constructor does no I/O: the
 * first use connects. Every wait has a deadline, because HBase's own defaults let a call to a dead cluster hang for many minutes. Safe for
 * use by several threads. Owns the connection: close it after everything that borrowed it.
 */
public final class HBaseConnections implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HBaseConnections.class);

    /** Timeout of a table change, which reopens the regions one after the other. */
    private static final Duration CHANGE_TIMEOUT = Duration.ofMinutes(2);

    private final HBaseConfig config;
    private final Object lock = new Object();
    private @Nullable CompletableFuture<AsyncConnection> connection;
    private boolean closed;
    private final ReadRoom room = new ReadRoom(Runtime.getRuntime().maxMemory());

    public HBaseConnections(HBaseConfig config) {
        this.config = Objects.requireNonNull(config, "config");
    }

    /** Returns the timeout of an operation whose caller chooses no other. */
    public Duration timeout() {
        return config.timeout();
    }

    /** Returns the limit on the answers that all reads through this connection hold at a time. */
    ReadRoom room() {
        return room;
    }

    /** Names the cluster for messages. */
    String cluster() {
        return "HBase at ZooKeeper " + config.zookeeper() + config.znode();
    }

    /** @throws HBaseSearchException TIMED_OUT, SERVER_UNREACHABLE or ACCESS_DENIED if there is no connection */
    AsyncConnection get() {
        return await(connecting(), config.timeout(), "connecting to " + cluster());
    }

    private CompletableFuture<AsyncConnection> connecting() {
        synchronized (lock) {
            if (closed) {
                throw new IllegalStateException("the connection to " + cluster() + " is closed");
            }
            // Callers share an attempt in progress, so that attempts to reach a dead cluster do not accumulate.
            if (connection == null || connection.isCompletedExceptionally()) {
                Configuration configuration = ClientConfiguration.of(config);
                LOG.info("connecting to {}", cluster());
                connection = ConnectionFactory.createAsyncConnection(configuration);
            }
            return connection;
        }
    }

    /**
     * Waits for an answer from HBase.
     *
     * @param what the operation, for the message: a participle and its object
     * @throws HBaseSearchException as {@link HBaseFailures} classifies it; TIMED_OUT if {@code timeout} passes
     */
    <T> T await(CompletableFuture<T> answer, Duration timeout, String what) {
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | CompletionException e) {
            throw HBaseFailures.translate(e, what);
        } catch (TimeoutException e) {
            throw timedOut(what + ": no answer within " + timeout.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, what + ": interrupted", null, e);
        }
    }

    HBaseSearchException timedOut(String message, @Nullable Throwable cause) {
        return new HBaseSearchException(
                ErrorCode.TIMED_OUT,
                message,
                "Check that " + cluster() + " is up, and hbase.zookeeper in the configuration.",
                cause);
    }

    <T> T await(CompletableFuture<T> answer, String what) {
        return await(answer, config.timeout(), what);
    }

    /** Waits, like {@link #await}, for a change that the master makes in several steps, or rejects. */
    void awaitChange(CompletableFuture<Void> answer, String what) {
        try {
            await(answer, CHANGE_TIMEOUT, what);
        } catch (HBaseSearchException e) {
            throw HBaseFailures.refused(e, what);
        }
    }

    @Override
    public void close() {
        CompletableFuture<AsyncConnection> open;
        synchronized (lock) {
            closed = true;
            open = connection;
            connection = null;
        }
        if (open != null) {
            // An attempt that succeeds later must not leave an open connection.
            open.thenAccept(HBaseConnections::closeQuietly);
        }
    }

    private static void closeQuietly(AsyncConnection connection) {
        try {
            connection.close();
        } catch (IOException e) {
            LOG.warn("could not close the connection to HBase: {}", e.toString());
        }
    }
}
