/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

/** A server that did not come up. The message names the cause, the log and what to do next. */
public final class ServerStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ServerStartException(String message) {
        super(message);
    }

    public ServerStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
