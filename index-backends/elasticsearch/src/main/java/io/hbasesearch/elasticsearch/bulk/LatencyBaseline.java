/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

/**
 * Learns the usual answer time for each size of request, because a large one takes longer than a small one without any problem.
 * The usual time follows faster answers at once and slower ones over about a hundred requests: it is near the server's best,
 * but a server that stays slow is not compared with its past for ever.
 *
 * <p>Guarded by its owner.
 */
final class LatencyBaseline {
    // Classes finer than powers of two would differ by noise alone.
    private static final int SIZE_CLASSES = Long.SIZE;
    private static final double TOWARDS_FASTER = 0.2;
    private static final double TOWARDS_SLOWER = 0.01;
    private static final double RECENT_WEIGHT = 0.25;
    private static final double SLOW = 2.5;
    /** Below this time nobody is harmed, and timers, garbage collection and refreshes make up most of it. */
    private static final long ALWAYS_FINE_NANOS = 200_000_000;

    private final double[] usualNanos = new double[SIZE_CLASSES];
    private double recentRatio = 1;

    /**
     * Records an answer.
     *
     * @return whether recent answers, this one included, took much longer than usual
     */
    boolean isSlow(long bytes, long nanos) {
        int sizeClass = SIZE_CLASSES - Long.numberOfLeadingZeros(Math.max(1, bytes)) - 1;
        double usual = usualNanos[sizeClass];
        if (usual == 0) {
            usualNanos[sizeClass] = nanos;
            return false;
        }
        // A single very slow answer changes neither figure by much: it was a pause, not a load.
        double bounded = Math.min(nanos, 2 * SLOW * usual);
        usualNanos[sizeClass] = usual + (bounded - usual) * (bounded < usual ? TOWARDS_FASTER : TOWARDS_SLOWER);
        recentRatio += (bounded / usual - recentRatio) * RECENT_WEIGHT;
        return nanos > ALWAYS_FINE_NANOS && recentRatio > SLOW;
    }

    /** Resets the recent ratio: after less is sent, only newly slow answers count as overload again. */
    void forget() {
        recentRatio = 1;
    }
}
