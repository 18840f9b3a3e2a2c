/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.hbasesearch.core.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Problem document (RFC 9457): the only form in which this process reports a failure to a caller. It never contains a stack trace.
 *
 * @param detail what is wrong in this case, for people
 * @param code an {@link ErrorCode}'s name, for programs
 * @param hint the next step
 * @param errors every fault of the request
 * @param request the request that failed
 * @param retryAfter when to retry; sent as a header
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonPropertyOrder({
    "type",
    "title",
    "status",
    "detail",
    "instance",
    "code",
    "hint",
    "pointer",
    "parameter",
    "errors",
    "request_id"
})
public record ProblemDocument(
        int status,
        String detail,
        ErrorCode code,
        @Nullable String hint,
        List<Fault> errors,
        @JsonIgnore Request request,
        @JsonIgnore @Nullable Duration retryAfter) {
    public static final String MEDIA_TYPE = "application/problem+json";

    public ProblemDocument {
        Objects.requireNonNull(detail, "detail");
        Objects.requireNonNull(code, "code");
        errors = List.copyOf(errors);
        Objects.requireNonNull(request, "request");
    }

    /**
     * The request that failed.
     *
     * @param path null until it is known
     * @param id identifies the request in the log; null until it is known
     */
    public record Request(@Nullable String path, @Nullable String id) {}

    public static ProblemDocument of(int status, ErrorCode code, String detail, @Nullable String hint) {
        return new ProblemDocument(status, detail, code, hint, List.of(), new Request(null, null), null);
    }

    /** Reports a request with at least one fault; the first one represents all. */
    public static ProblemDocument badRequest(ErrorCode code, List<Fault> faults) {
        Fault first = faults.get(0);
        int more = faults.size() - 1;
        String detail = more == 0 ? first.detail() : first.detail() + " (and " + more + " more: see errors)";
        return new ProblemDocument(400, detail, code, first.hint(), faults, new Request(null, null), null);
    }

    public ProblemDocument retryAfter(Duration delay) {
        return new ProblemDocument(status, detail, code, hint, errors, request, delay);
    }

    /**
     * Returns a copy with the request's path and id.
     *
     * @param path of the request
     * @param id of the request
     */
    public ProblemDocument at(String path, @Nullable String id) {
        return new ProblemDocument(status, detail, code, hint, errors, new Request(path, id), retryAfter);
    }

    /** Returns a copy for an answer that was already begun, without path and headers. */
    public ProblemDocument in(String id) {
        return new ProblemDocument(status, detail, code, hint, errors, new Request(request.path(), id), retryAfter);
    }

    @JsonProperty("type")
    public String type() {
        return "urn:hbase-search:problem:"
                + code.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @JsonProperty("title")
    public String title() {
        return title(code);
    }

    @JsonProperty("instance")
    @Nullable
    String instance() {
        return request.path();
    }

    /** Returns the location of the first fault in the JSON body. */
    @JsonProperty("pointer")
    @Nullable
    String pointer() {
        return errors.isEmpty() ? null : errors.get(0).pointer();
    }

    /** Returns the name of the parameter with the first fault. */
    @JsonProperty("parameter")
    @Nullable
    String parameter() {
        return errors.isEmpty() ? null : errors.get(0).parameter();
    }

    @JsonProperty("request_id")
    @Nullable
    String requestId() {
        return request.id();
    }

    /** Returns a general description of the code. */
    static String title(ErrorCode code) {
        return switch (code) {
            case USAGE -> "The request is not valid";
            case QUERY_INVALID -> "The query cannot be read";
            case NOT_FOUND -> "Not found";
            case ALREADY_EXISTS -> "Already exists";
            case CONFIGURATION_INVALID -> "The configuration is not valid";
            case SERVER_UNREACHABLE -> "A server behind the gateway cannot be reached";
            case THROTTLED -> "Too many requests";
            case ACCESS_DENIED -> "Access denied";
            case TABLE_NOT_FOUND -> "The table does not exist";
            case TOPIC_NOT_FOUND -> "The topic does not exist";
            case INDEX_NOT_FOUND -> "The index does not exist";
            case INDEX_INCOMPATIBLE -> "The index does not fit its definition";
            case OFFSETS_LOST -> "The index lost its position in the topic";
            case INDEX_LOCKED -> "Another process owns the index";
            case ROW_UNMAPPABLE -> "The row does not fit the index definition";
            case EVENT_UNREADABLE -> "An event cannot be read";
            case DOCUMENT_REJECTED -> "The index rejected a document";
            case DIFFERENCES_FOUND -> "Table and index differ";
            case READ_TOO_OLD -> "The data read is too old to be written";
            case TIMED_OUT -> "The deadline passed";
            case INTERNAL -> "Internal error";
        };
    }
}
