/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import org.jspecify.annotations.Nullable;

/**
 * Failure in the gateway's own words, which name only what callers know: callers get its message unchanged. Of all other backend failures,
 * callers learn only the kind.
 */
public final class UserFacingException extends HBaseSearchException {
    private static final long serialVersionUID = 1L;

    public UserFacingException(ErrorCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
