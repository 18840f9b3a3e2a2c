/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import java.util.Optional;

/** Reports that the gateway rejected the request, failed or did not answer. The message is the problem document's detail. */
public final class GatewayException extends RuntimeException {
    /** Code if no gateway could be reached. */
    public static final String SERVER_UNREACHABLE = "SERVER_UNREACHABLE";

    /** Code if no answer came in time. */
    public static final String TIMED_OUT = "TIMED_OUT";

    /** Code if the answer is not from a gateway. */
    public static final String INTERNAL = "INTERNAL";

    private static final long serialVersionUID = 1L;

    private final String code;
    private final int status;
    private final String hint;

    private GatewayException(String code, int status, String message, String hint, Throwable cause) {
        super(message, cause);
        this.code = Objects.requireNonNull(code, "code");
        this.status = status;
        this.hint = hint;
    }

    static GatewayException local(String code, String message, String hint, Throwable cause) {
        return new GatewayException(code, 0, message, hint, cause);
    }

    static GatewayException of(int status, String body) {
        JsonNode problem = Json.treeOrNothing(body);
        if (!problem.path("code").isTextual()) {
            return new GatewayException(
                    INTERNAL,
                    status,
                    "the server that answered with status " + status + " is not an hbase-search gateway",
                    "Check the address, and any proxy before the gateway.",
                    null);
        }
        return new GatewayException(
                problem.path("code").asText(),
                status,
                problem.path("detail").asText("status " + status),
                problem.path("hint").textValue(),
                null);
    }

    /** Returns one of hbase-search's error codes, such as {@code QUERY_INVALID}. */
    public String code() {
        return code;
    }

    /** Returns the HTTP status; 0 if there was no answer. */
    public int status() {
        return status;
    }

    /** Returns the next step. */
    public Optional<String> hint() {
        return Optional.ofNullable(hint);
    }
}
