/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

/**
 * What answers usually take, learnt for each size of request by itself, as a large one takes longer than a small one without
 * anything being amiss. The usual time follows faster answers at once and slower ones over about a hundred requests: it is near
 * the best that the server does, and a server that stays slow is not for ever held to what it was.
 *
 * <p>Guarded by whoever owns it.
 */
final class LatencyBaseline {
    // Two sizes between one power of two and the next would be told apart by noise alone.
    private static final int SIZE_CLASSES = Long.SIZE;
    private static final double TOWARDS_FASTER = 0.2;
    private static final double TOWARDS_SLOWER = 0.01;
    private static final double RECENT_WEIGHT = 0.25;
    private static final double SLOW = 2.5;
    /** Below this nobody is harmed, and timers, collectors and refreshes are most of it. */
    private static final long ALWAYS_FINE_NANOS = 200_000_000;

    private final double[] usualNanos = new double[SIZE_CLASSES];
    private double recentRatio = 1;

    /**
     * Takes an answer into account.
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
        // One answer that took very long moves neither figure by much: it was a pause, not a load.
        double bounded = Math.min(nanos, 2 * SLOW * usual);
        usualNanos[sizeClass] = usual + (bounded - usual) * (bounded < usual ? TOWARDS_FASTER : TOWARDS_SLOWER);
        recentRatio += (bounded / usual - recentRatio) * RECENT_WEIGHT;
        return nanos > ALWAYS_FINE_NANOS && recentRatio > SLOW;
    }

    /** After less is sent, answers have to be slow anew before that is too much as well. */
    void forget() {
        recentRatio = 1;
    }
}
