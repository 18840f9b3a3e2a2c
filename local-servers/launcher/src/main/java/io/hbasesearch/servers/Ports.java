/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;

/**
 * Free ports on loopback. No port is given out twice by one JVM, and the range lies below the ephemeral ports that the system
 * gives to outgoing connections, so that a picked port is not taken by a client before its server binds it. Thread-safe.
 */
public final class Ports {
    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final Set<Integer> given = new HashSet<>();
    // Two JVMs that start together begin at different places.
    private static int next = FIRST + (int) (ProcessHandle.current().pid() * 97 % (LAST - FIRST));

    private Ports() {}

    /**
     * A port that nothing listens on now.
     *
     * @throws IllegalStateException when the range is used up
     */
    public static synchronized int free() {
        for (int tried = FIRST; tried < LAST; tried++) {
            next = next + 1 < LAST ? next + 1 : FIRST;
            if (!given.contains(next) && isFree(next)) {
                given.add(next);
                return next;
            }
        }
        throw new IllegalStateException("No port between %d and %d is free.".formatted(FIRST, LAST));
    }

    /** Whether a server could listen on the port now. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As servers do: connections of an earlier server that linger in TIME_WAIT are no hindrance.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(loopback(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static InetAddress loopback() {
        try {
            return InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void requireFree(String server, String use, int port) {
        if (!isFree(port)) {
            throw new ServerStartException(
                    "The port %d (%s of %s) is taken by another process: stop it or choose another port."
                            .formatted(port, use, server));
        }
    }
}
