/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import io.hbasesearch.client.GatewayException;
import io.hbasesearch.core.config.Redaction;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A failed call of a tool, as the agent reads it. */
final class ToolFailure extends RuntimeException {
    private static final Logger LOG = LoggerFactory.getLogger(ToolFailure.class);
    private static final long serialVersionUID = 1L;

    private final String hint;

    /** @param hint what to call instead */
    ToolFailure(ErrorCode code, String message, String hint) {
        super("error[" + code.name() + "]: " + message, null, false, false);
        this.hint = hint;
    }

    /** Describes any failure of a tool by its code, its cause and the next step. */
    static String text(String tool, RuntimeException failure) {
        if (failure instanceof ToolFailure refused) {
            return text(refused.getMessage(), Optional.of(refused.hint));
        }
        if (failure instanceof GatewayException answer) {
            return text("error[" + answer.code() + "]: " + answer.getMessage(), answer.hint());
        }
        if (failure instanceof HBaseSearchException known) {
            return text("error[" + known.code().name() + "]: " + known.getMessage(), known.hint());
        }
        // Not its message, which may contain a row's values.
        LOG.error("tool {} failed with {} at {}", tool, failure.getClass().getName(), failure.getStackTrace());
        return text(
                "error[" + ErrorCode.INTERNAL.name() + "]: "
                        + failure.getClass().getSimpleName(),
                Optional.of("The log of 'hbase-search mcp' on stderr has the place."));
    }

    private static String text(String error, Optional<String> hint) {
        return Redaction.redact(error) + hint.map(step -> "\nHint: " + step).orElse("");
    }
}
