/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts the failure that ends a request into a problem document. */
public final class Problems {
    /** Delay before a retry, if no better value is known. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    private static final String OPERATORS_HINT =
            "Give the request_id to the gateway's operator, who can find the cause in the log.";

    /** Recognizes a fault of the path in the server's own messages. */
    private static final Pattern OF_PATH = Pattern.compile("(?i)\\b(uri|path)\\b");

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private Problems() {}

    /** Answers a request with the problem document of its failure. */
    public static void write(Context context, Throwable failure) {
        Json.write(context, from(failure, RequestId.of(context)));
    }

    /** @param requestId identifies in the log what callers are not told */
    public static ProblemDocument from(Throwable failure, String requestId) {
        if (failure instanceof ProblemException problem) {
            return problem.problem();
        }
        if (failure instanceof HBaseSearchException known) {
            return fromKnown(known, requestId);
        }
        if (failure instanceof HttpResponseException http) {
            return fromStatus(http.getStatus(), String.valueOf(http.getMessage()));
        }
        LOG.error("Request {} failed in a way that nobody foresaw: {}", requestId, SafeTrace.of(failure));
        return ProblemDocument.of(
                500, ErrorCode.INTERNAL, "the gateway failed unexpectedly; its log says why", OPERATORS_HINT);
    }

    /** Creates the answer for statuses that the HTTP server itself chose. */
    static ProblemDocument fromStatus(int status, String reason) {
        return switch (status) {
            case 404 ->
                ProblemDocument.of(
                        404, ErrorCode.NOT_FOUND, "nothing is served here", "The endpoints are listed at /v1.");
            case 405 -> ProblemDocument.of(405, ErrorCode.USAGE, "this endpoint does not take that method", null);
            case 414 ->
                ProblemDocument.of(
                        414,
                        ErrorCode.USAGE,
                        "the request's path and parameters are too long",
                        "Send them in the body of a POST: a query to /search, row keys to /rows:batchGet, one to /rows:fence.");
            case 431 -> ProblemDocument.of(431, ErrorCode.USAGE, "the request's headers are too large", null);
            case 503 ->
                ProblemDocument.of(503, ErrorCode.THROTTLED, "the gateway cannot accept this request now", null)
                        .retryAfter(RETRY);
            // The server reports a fault of the caller with these: its HTTP method or version. Nothing here has failed.
            case 501, 505 ->
                ProblemDocument.of(
                        400,
                        ErrorCode.USAGE,
                        "the request's HTTP version or method is not supported: " + reason,
                        "Use HTTP/1.1.");
            default ->
                ProblemDocument.of(
                        status,
                        status < 500 ? ErrorCode.USAGE : ErrorCode.INTERNAL,
                        detail(status, reason),
                        hint(reason));
        };
    }

    private static String detail(int status, String reason) {
        return status < 500 ? "the request was rejected: " + reason : "the gateway failed unexpectedly";
    }

    private static @Nullable String hint(String reason) {
        return OF_PATH.matcher(reason).find()
                ? "Row keys with /, % or control characters cannot be written as text in a path: write them as base64url, or with"
                        + " keyFormat=hex or binary."
                : null;
    }

    private static ProblemDocument fromKnown(HBaseSearchException failure, String requestId) {
        int status = status(failure.code());
        if (failure instanceof UserFacingException || isTheCallers(failure.code())) {
            ProblemDocument problem = ProblemDocument.of(
                    status, failure.code(), failure.getMessage(), failure.hint().orElse(null));
            return status == 503 ? problem.retryAfter(RETRY) : problem;
        }
        log(failure, requestId, status);
        return neutral(failure.code(), status);
    }

    /** Tells whether the caller can correct the request, and so needs the message; backends word these messages for callers. */
    private static boolean isTheCallers(ErrorCode code) {
        return status(code) < 500 && code != ErrorCode.INDEX_NOT_FOUND;
    }

    /** Logs what the operator must fix at WARN; temporary failures at INFO, because they come with every request of an outage. */
    private static void log(HBaseSearchException failure, String requestId, int status) {
        String hint = failure.hint().map(text -> " " + text).orElse("");
        if (status == 503 || status == 504) {
            LOG.info("Request {} failed, {}: {}.{}", requestId, failure.code(), failure.getMessage(), hint);
        } else {
            LOG.warn("Request {} failed, {}: {}.{}", requestId, failure.code(), failure.getMessage(), hint);
        }
        LOG.debug("Request {} failed: {}", requestId, SafeTrace.of(failure));
    }

    /** Reports a failure without the server's name and message, which must not leave the service. */
    private static ProblemDocument neutral(ErrorCode code, int status) {
        boolean passes = status == 503 || status == 504;
        ProblemDocument problem = ProblemDocument.of(
                status,
                code,
                "a server behind the gateway failed, is missing something, or was not reached: "
                        + ProblemDocument.title(code),
                passes ? "Try again in a moment." : OPERATORS_HINT);
        return status == 503 ? problem.retryAfter(RETRY) : problem;
    }

    /** Maps a code to a status by what the caller can do: 4xx correct the request, 503 and 504 retry, 500 and 502 tell the operator. */
    private static int status(ErrorCode code) {
        return switch (code) {
            case USAGE, QUERY_INVALID -> 400;
            case NOT_FOUND, INDEX_NOT_FOUND -> 404;
            case ALREADY_EXISTS -> 409;
            case SERVER_UNREACHABLE, THROTTLED -> 503;
            case TIMED_OUT -> 504;
            case ACCESS_DENIED, TABLE_NOT_FOUND -> 502;
            case CONFIGURATION_INVALID,
                    TOPIC_NOT_FOUND,
                    INDEX_INCOMPATIBLE,
                    OFFSETS_LOST,
                    INDEX_LOCKED,
                    ROW_UNMAPPABLE,
                    EVENT_UNREADABLE,
                    DOCUMENT_REJECTED,
                    DIFFERENCES_FOUND,
                    READ_TOO_OLD,
                    INTERNAL -> 500;
        };
    }
}
