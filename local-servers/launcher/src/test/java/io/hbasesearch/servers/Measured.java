/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.time.Duration;

/** Starts and stops servers and prints how long that took, so that a slower start shows in the build's output. */
final class Measured {
    private Measured() {}

    static void start(String what, LocalServer server, Duration timeout) throws InterruptedException {
        long begin = System.nanoTime();
        server.start();
        server.awaitReady(timeout);
        System.out.printf(
                "%s: ready after %.1f s, %d MiB resident%n", what, seconds(begin), server.residentBytes() >> 20);
    }

    static void stop(String what, LocalServer server) {
        long begin = System.nanoTime();
        server.stop();
        System.out.printf("%s: stopped after %.1f s%n", what, seconds(begin));
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }
}
