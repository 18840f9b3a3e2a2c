/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

/** The last known progress of the polling thread, for health and gauges on other threads. */
public final class PipelineProgress {
    private volatile Snapshot last = Snapshot.NONE;

    /**
     * @param lag events between what is in the index and the ends of the assigned partitions, as far as known
     * @param bufferedEvents between poll and acknowledgement
     * @param bufferedBytes of events and rows
     * @param partitions number of partitions assigned to this process
     * @param first whether partition 0 is among them: exactly one of all processes has it
     */
    public record Snapshot(long lag, int bufferedEvents, long bufferedBytes, int partitions, boolean first) {
        public static final Snapshot NONE = new Snapshot(0, 0, 0, 0, false);
    }

    public Snapshot last() {
        return last;
    }

    void update(Snapshot snapshot) {
        last = snapshot;
    }
}
