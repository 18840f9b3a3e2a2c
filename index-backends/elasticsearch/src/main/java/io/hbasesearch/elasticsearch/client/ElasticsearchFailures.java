/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.client;

import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.elasticsearch._types.ErrorCause;
import co.elastic.clients.transport.TransportException;
import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.http.ContentTooLongException;
import org.apache.http.HttpException;
import org.apache.http.conn.ConnectTimeoutException;
import org.elasticsearch.client.ResponseException;
import org.jspecify.annotations.Nullable;

/** Classifies failed calls to Elasticsearch. The client's own message stays readable, and the exception stays the cause. */
public final class ElasticsearchFailures {
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_LARGE = 413;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final int BAD_GATEWAY = 502;
    private static final int GATEWAY_TIMEOUT = 504;
    private static final int MAX_MESSAGE = 300;

    /**
     * Errors, mostly with status 404, of a node whose shard has just left or has not arrived yet, after it has waited for as
     * long as the request allows.
     */
    public static final Set<String> SHARD_AWAY = Set.of(
            "shard_not_found_exception",
            "index_shard_closed_exception",
            "index_shard_not_started_exception",
            "index_shard_not_recovering_exception",
            "index_shard_relocated_exception",
            "illegal_index_shard_state_exception",
            "shard_not_in_primary_mode_exception",
            "no_shard_available_action_exception",
            "unavailable_shards_exception");

    private final String urls;
    private final BooleanSupplier wasAuthenticated;

    /**
     * Classifies failures of these servers.
     *
     * @param urls of the servers, for messages
     * @param wasAuthenticated whether they have accepted these credentials before
     */
    public ElasticsearchFailures(String urls, BooleanSupplier wasAuthenticated) {
        this.urls = urls;
        this.wasAuthenticated = wasAuthenticated;
    }

    public static ElasticsearchFailures of(ElasticsearchConnection connection) {
        return new ElasticsearchFailures(connection.urls(), connection::wasAuthenticated);
    }

    /** @param what the attempted action, as in "cannot {@code create the index x}" */
    public HBaseSearchException of(String what, Throwable failure) {
        Throwable cause = unwrapped(failure);
        if (cause instanceof HBaseSearchException known) {
            return known;
        }
        ErrorCode code = codeHere(cause);
        String message = "cannot " + what + " (Elasticsearch at " + urls + "): " + describe(cause);
        return new HBaseSearchException(code, message, hint(code, cause), cause);
    }

    /**
     * Does the same as {@link #of} for a request with documents: Elasticsearch's message may quote them, so neither the message
     * nor the cause contains it.
     */
    public HBaseSearchException ofWrite(String what, Throwable failure) {
        Throwable cause = unwrapped(failure);
        OptionalInt status = status(cause);
        if (status.isEmpty()) {
            return of(what, failure);
        }
        ErrorCode code = codeHere(cause);
        String answer = error(cause).map(RejectionReason::ofDelay).orElseGet(() -> cause.getClass()
                .getSimpleName());
        String message =
                "cannot " + what + " (Elasticsearch at " + urls + "): status " + status.getAsInt() + ", " + answer;
        return new HBaseSearchException(code, message, hint(code, cause), null);
    }

    /**
     * Retries credentials that were accepted before. While the security index is unassigned, as after a restart of all nodes,
     * Elasticsearch knows no users, and returns the same 401 as for wrong credentials.
     */
    private ErrorCode codeHere(Throwable cause) {
        boolean isKnown = status(cause).orElse(0) == UNAUTHORIZED && wasAuthenticated.getAsBoolean();
        return isKnown ? ErrorCode.SERVER_UNREACHABLE : code(cause);
    }

    /** Classifies one rejected item of an otherwise successful request. */
    public static ErrorCode codeOf(int status, @Nullable String type) {
        if (type != null && SHARD_AWAY.contains(type)) {
            return ErrorCode.SERVER_UNREACHABLE;
        }
        if ("index_not_found_exception".equals(type)) {
            return ErrorCode.INDEX_NOT_FOUND;
        }
        if ("resource_already_exists_exception".equals(type)) {
            return ErrorCode.ALREADY_EXISTS;
        }
        // The index was closed or blocked, and may be opened again: the documents are not at fault.
        if ("index_closed_exception".equals(type) || "cluster_block_exception".equals(type)) {
            return status == TOO_MANY_REQUESTS ? ErrorCode.THROTTLED : ErrorCode.SERVER_UNREACHABLE;
        }
        return codeOf(status);
    }

    private static ErrorCode codeOf(int status) {
        return switch (status) {
            case UNAUTHORIZED, FORBIDDEN -> ErrorCode.ACCESS_DENIED;
            case REQUEST_TIMEOUT -> ErrorCode.TIMED_OUT;
            case TOO_MANY_REQUESTS -> ErrorCode.THROTTLED;
            default ->
                // An unreadable success did not come from Elasticsearch, or was truncated.
                status >= SERVER_ERROR || status < BAD_REQUEST ? ErrorCode.SERVER_UNREACHABLE : ErrorCode.INTERNAL;
        };
    }

    public static boolean isNotFound(Throwable failure) {
        return status(unwrapped(failure)).orElse(0) == NOT_FOUND;
    }

    public static boolean isBadRequest(Throwable failure) {
        return status(unwrapped(failure)).orElse(0) == BAD_REQUEST && code(unwrapped(failure)) == ErrorCode.INTERNAL;
    }

    public static boolean isTooLarge(Throwable failure) {
        return status(unwrapped(failure)).orElse(0) == TOO_LARGE;
    }

    /** Returns whether the request reached Elasticsearch, or may have, and its outcome is unknown. */
    public static boolean isUnanswered(Throwable failure) {
        Throwable cause = unwrapped(failure);
        OptionalInt status = status(cause);
        if (status.isPresent()) {
            // The status of a proxy whose connection to Elasticsearch broke.
            return status.getAsInt() == BAD_GATEWAY || status.getAsInt() == GATEWAY_TIMEOUT;
        }
        return cause instanceof IOException && !isNeverSent(cause) && !(cause instanceof ContentTooLongException);
    }

    /** Returns whether there was no connection to send the request on. */
    public static boolean isNeverSent(Throwable failure) {
        Throwable cause = unwrapped(failure);
        return cause instanceof ConnectException
                || cause instanceof ConnectTimeoutException
                || cause instanceof SSLHandshakeException
                || cause.getCause() instanceof UnknownHostException;
    }

    private static ErrorCode code(Throwable cause) {
        OptionalInt status = status(cause);
        if (status.isPresent()) {
            return codeOf(status.getAsInt(), error(cause).map(ErrorCause::type).orElse(null));
        }
        if (cause instanceof SocketTimeoutException || cause instanceof TimeoutException) {
            return ErrorCode.TIMED_OUT;
        }
        // An answer that is not HTTP comes from another program, on a wrong port.
        return cause instanceof IOException || cause instanceof HttpException
                ? ErrorCode.SERVER_UNREACHABLE
                : ErrorCode.INTERNAL;
    }

    private static OptionalInt status(Throwable cause) {
        if (cause instanceof ElasticsearchException e) {
            return OptionalInt.of(e.status());
        }
        if (cause instanceof TransportException e) {
            return OptionalInt.of(e.statusCode());
        }
        if (cause instanceof ResponseException e) {
            return OptionalInt.of(e.getResponse().getStatusLine().getStatusCode());
        }
        return OptionalInt.empty();
    }

    /** Returns Elasticsearch's own error. The client parses it for some rejections only, and not for those with 429. */
    private static Optional<ErrorCause> error(Throwable cause) {
        if (cause instanceof ElasticsearchException e) {
            return Optional.of(e.error());
        }
        if (!(cause instanceof ResponseException refusal)
                || refusal.getResponse().getEntity() == null) {
            return Optional.empty();
        }
        try (InputStream body = refusal.getResponse().getEntity().getContent()) {
            JsonNode error = SourceJson.mapper().readTree(body).path("error");
            JsonNode type = error.path("type");
            return type.isTextual()
                    ? Optional.of(ErrorCause.of(told -> told.type(type.textValue())
                            .reason(error.path("reason").textValue())))
                    : Optional.empty();
        } catch (IOException e) {
            // The answer came from a proxy.
            return Optional.empty();
        }
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException
                        || cause instanceof ExecutionException
                        || cause.getCause() instanceof HttpException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Returns the client's message, without parts that only repeat the request or run to pages: the cause has them all. */
    private static String describe(Throwable cause) {
        String message = cause.getMessage();
        if (message == null || message.isBlank()) {
            return cause.getClass().getSimpleName();
        }
        String told = cause instanceof ResponseException ? message.substring(statusLine(message)) : message;
        return told.length() <= MAX_MESSAGE ? told : told.substring(0, MAX_MESSAGE) + "...";
    }

    private static int statusLine(String message) {
        return Math.max(0, message.indexOf("status line"));
    }

    private static @Nullable String hint(ErrorCode code, Throwable cause) {
        if (cause instanceof SSLException) {
            return "Check that the URL's scheme matches the server's, and set its certificate authority in elasticsearch's caCertificate.";
        }
        if (code == ErrorCode.SERVER_UNREACHABLE && status(cause).orElse(0) == UNAUTHORIZED) {
            return "It accepted these credentials before: wait until its security index is available. If they changed, correct them and"
                    + " restart.";
        }
        return switch (code) {
            case ACCESS_DENIED -> "Check the user or API key of elasticsearch, and its privileges on hbase-search-*.";
            case SERVER_UNREACHABLE, TIMED_OUT ->
                "Check that Elasticsearch runs and that index.elasticsearch.urls names it.";
            case THROTTLED -> "Wait, or lower elasticsearch's concurrentRequests.";
            case INDEX_NOT_FOUND -> "Create the index with: hbase-search index create <index>";
            default -> null;
        };
    }
}
