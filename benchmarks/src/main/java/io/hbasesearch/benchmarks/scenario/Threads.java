/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

/** Ends of threads. Stateless. */
final class Threads {
    private Threads() {}

    /** Waits until it has ended; keeps an interrupt set and waits no longer then. */
    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
