/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.jspecify.annotations.Nullable;

/**
 * Determines where a request comes from: the other end of its connection. A header such as {@code X-Forwarded-For} can be forged, so
 * requests through a proxy have the proxy's address. Stateless.
 */
public final class ClientAddress {
    private ClientAddress() {}

    /** Formats the address; returns {@code unknown} once the connection is closed. */
    public static String of(Context context) {
        InetAddress address = remote(context) instanceof InetSocketAddress socket ? socket.getAddress() : null;
        return address == null ? "unknown" : address.getHostAddress();
    }

    static @Nullable SocketAddress remote(Context context) {
        return ServletContextRequest.getServletContextRequest(context.req())
                .getConnectionMetaData()
                .getRemoteSocketAddress();
    }
}
