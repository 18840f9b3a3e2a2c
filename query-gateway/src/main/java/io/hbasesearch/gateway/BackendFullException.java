/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** So many calls to a backend are under way that it is as good as gone: what can do without it goes on. */
final class BackendFullException extends ProblemException {
    private static final long serialVersionUID = 1L;

    BackendFullException(String detail, String hint, @Nullable Throwable cause) {
        super(ProblemDocument.of(503, ErrorCode.THROTTLED, detail, hint).retryAfter(Duration.ofSeconds(1)), cause);
    }
}
