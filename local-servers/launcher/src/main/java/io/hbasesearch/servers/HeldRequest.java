/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.util.function.Consumer;

/**
 * A request that a {@link TcpRelay} keeps from the server: the first one that contains a text. Closing sends it on; the
 * relay's own close does so too, and cutting its connections drops it. Thread-safe.
 */
public final class HeldRequest extends Hold {
    HeldRequest(String requestText, Consumer<Hold> onRelease) {
        super(requestText, onRelease);
    }
}
