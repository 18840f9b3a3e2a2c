/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import org.jspecify.annotations.Nullable;

/**
 * A failure in the gateway's own words, which name nothing but what callers know: they are told as it stands. Of all other failures
 * of a backend callers learn the kind alone.
 */
public final class UserFacingException extends HBaseSearchException {
    private static final long serialVersionUID = 1L;

    public UserFacingException(ErrorCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
