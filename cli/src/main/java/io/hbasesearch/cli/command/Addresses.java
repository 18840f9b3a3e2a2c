/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import java.net.URI;

/** Builds the addresses of processes that listen on a configured host. Stateless. */
public final class Addresses {
    private Addresses() {}

    /** @param host a name, or an address of IPv4 or IPv6; a wildcard address becomes the loopback address */
    public static URI of(String host, int port) {
        String reached = host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
        return URI.create("http://" + (reached.contains(":") ? "[" + reached + "]" : reached) + ":" + port);
    }
}
