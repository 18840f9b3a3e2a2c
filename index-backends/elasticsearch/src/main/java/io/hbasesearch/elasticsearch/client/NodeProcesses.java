/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.http.client.config.RequestConfig;
import org.elasticsearch.client.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks when the process of each Elasticsearch node was started, and for how long all of them have been the same and have
 * answered. A restarted process distinguishes the loss of a node from a broken connection. Safe for use by several threads.
 */
public final class NodeProcesses {
    private static final Logger log = LoggerFactory.getLogger(NodeProcesses.class);
    private static final int TIMEOUT_MILLIS = 2_000;
    private static final String QUESTION = "/_nodes/jvm";

    /** A node that takes longer is about to fail, or to recover: events now tell little about a document. */
    private static final Duration SLOW = Duration.ofSeconds(2);

    /** Pause before the nodes are asked again after one did not answer, because that takes time. */
    public static final Duration ASK_AGAIN = Duration.ofSeconds(3);

    private final Source source;
    private final LongSupplier nanoClock;
    private Map<String, Long> last = Map.of();
    private @Nullable Long unchangedSinceNanos;
    private @Nullable Long failedNanos;
    // Read for each request, which must not wait for an answer here.
    private volatile long losses;
    private volatile boolean answering;
    private boolean denied;

    /** Returns the start time of each node's process, by the node's id. */
    public interface Source {
        /** @throws HBaseSearchException if not all nodes answered */
        Map<String, Long> startTimes();
    }

    /**
     * The nodes' answers.
     *
     * @param startTimes empty if this user may not ask
     * @param unchangedFor how long the processes have been the same and have answered, whenever they were asked
     */
    public record Seen(Map<String, Long> startTimes, Duration unchangedFor) {
        private static final Seen NOTHING = new Seen(Map.of(), Duration.ofDays(1));

        public Seen {
            startTimes = Map.copyOf(startTimes);
        }
    }

    /** @param nanoClock as {@link System#nanoTime} */
    public NodeProcesses(Source source, LongSupplier nanoClock) {
        this.source = source;
        this.nanoClock = nanoClock;
    }

    /** Asks all nodes; empty if not all of them answer in time. */
    public synchronized Optional<Seen> ask() {
        if (denied) {
            return Optional.of(Seen.NOTHING);
        }
        long asked = nanoClock.getAsLong();
        if (failedNanos != null && asked - failedNanos < ASK_AGAIN.toNanos()) {
            return Optional.empty();
        }
        Map<String, Long> startTimes;
        try {
            startTimes = Map.copyOf(source.startTimes());
        } catch (HBaseSearchException e) {
            return notAnswered(e);
        }
        long now = nanoClock.getAsLong();
        failedNanos = null;
        answering = true;
        if (now - asked > SLOW.toNanos()) {
            disturbed();
            return Optional.empty();
        }
        if (last.entrySet().stream().anyMatch(node -> !node.getValue().equals(startTimes.get(node.getKey())))) {
            losses = losses + 1;
        }
        if (unchangedSinceNanos == null || !startTimes.equals(last)) {
            unchangedSinceNanos = now;
            last = startTimes;
        }
        return Optional.of(new Seen(startTimes, Duration.ofNanos(now - unchangedSinceNanos)));
    }

    private Optional<Seen> notAnswered(HBaseSearchException e) {
        // An interrupt must not be taken for a missing permission.
        if (e.failureClass() != FailureClass.FATAL || Thread.currentThread().isInterrupted()) {
            failedNanos = nanoClock.getAsLong();
            disturbed();
            return Optional.empty();
        }
        denied = true;
        log.warn(
                "documents that crash Elasticsearch cannot be detected, because the start times of its nodes are not readable (GET {},"
                        + " cluster privilege monitor): {}",
                QUESTION,
                e.getMessage());
        return Optional.of(Seen.NOTHING);
    }

    /** Returns how many times {@link #ask} has found known nodes missing or restarted. */
    public long losses() {
        return losses;
    }

    /** Records an unanswered request: the previous state of the nodes says nothing about their current one. */
    public synchronized void disturbed() {
        unchangedSinceNanos = null;
        answering = false;
    }

    /** Records that a request of any kind was answered. */
    public void answered() {
        answering = true;
    }

    /** Returns whether Elasticsearch has answered the last request. Asks it if that is unknown. */
    public boolean isAnswering() {
        if (!answering) {
            ask();
        }
        return answering;
    }

    public static Source of(ElasticsearchConnection connection) {
        ElasticsearchFailures failures = ElasticsearchFailures.of(connection);
        return () -> {
            Request request = new Request("GET", QUESTION);
            request.addParameter("timeout", "1s");
            request.addParameter("filter_path", "_nodes.failed,nodes.*.jvm.start_time_in_millis");
            request.setOptions(BoundedAnswers.OPTIONS.toBuilder()
                    .setRequestConfig(RequestConfig.custom()
                            .setConnectTimeout(TIMEOUT_MILLIS)
                            .setConnectionRequestTimeout(TIMEOUT_MILLIS)
                            .setSocketTimeout(TIMEOUT_MILLIS)
                            .build()));
            try {
                JsonNode answer = SourceJson.mapper()
                        .readTree(connection
                                .rest()
                                .performRequest(request)
                                .getEntity()
                                .getContent());
                return startTimes(answer);
            } catch (IllegalStateException e) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "the connection is closed", null, e);
            } catch (IOException | RuntimeException e) {
                throw failures.of("ask the nodes when they were started", e);
            }
        };
    }

    private static Map<String, Long> startTimes(JsonNode answer) throws IOException {
        Map<String, Long> startTimes = new TreeMap<>();
        answer.path("nodes")
                .properties()
                .forEach(node -> startTimes.put(
                        node.getKey(),
                        node.getValue().at("/jvm/start_time_in_millis").asLong()));
        int failed = answer.at("/_nodes/failed").asInt();
        if (failed > 0 || startTimes.isEmpty()) {
            throw new IOException(failed + " nodes did not answer, and " + startTimes.size() + " did");
        }
        return startTimes;
    }
}
