/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Signals that too many calls to a backend are in progress to make another one. Work that does not need the backend continues. */
public final class BackendFullException extends ProblemException {
    private static final long serialVersionUID = 1L;

    public BackendFullException(String detail, String hint, @Nullable Throwable cause) {
        super(ProblemDocument.of(503, ErrorCode.THROTTLED, detail, hint).retryAfter(Duration.ofSeconds(1)), cause);
    }
}
