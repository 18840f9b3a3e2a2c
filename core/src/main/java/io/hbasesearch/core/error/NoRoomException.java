/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.error;

import org.jspecify.annotations.Nullable;

/** Reports that this process had no memory free for an operation in time. It says nothing about the server that was to be asked. */
public final class NoRoomException extends HBaseSearchException {
    private static final long serialVersionUID = 1L;

    /** @param hint as {@link HBaseSearchException} takes it */
    public NoRoomException(String message, @Nullable String hint) {
        super(ErrorCode.TIMED_OUT, message, hint, null);
    }
}
