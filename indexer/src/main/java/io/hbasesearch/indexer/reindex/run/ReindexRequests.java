/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** Sends requests to the process that owns a run. For one thread. Borrows the log. */
public final class ReindexRequests {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration CLEANING_UP = Duration.ofMinutes(3);

    private final ReindexLog log;

    public ReindexRequests(ReindexLog log) {
        this.log = Objects.requireNonNull(log, "log");
    }

    /** Returns the newest run, whatever its state. */
    public Optional<RunState> newest() {
        return log.read(Duration.ZERO).run();
    }

    /**
     * Sends a request to the owner of a run, and waits until the log shows that it was carried out.
     *
     * @param wanted the state that the run should reach
     * @param patience how long the owner may not respond. An owner that cancels a run has to clean up first: as long as its
     *     heartbeat continues, it has three minutes
     * @return the run in its state at that time; empty if there was no response in time
     * @throws HBaseSearchException if an owner could not carry out the request: the cause
     */
    public Optional<RunState> ask(ReindexRequest.Verb verb, RunState run, RunState.State wanted, Duration patience) {
        ReindexRequest request = ReindexRequest.of(verb, run);
        log.request(request);
        long latest = System.nanoTime() + CLEANING_UP.toNanos();
        long deadline = System.nanoTime() + patience.toNanos();
        long beat = run.heartbeat().count();
        while (System.nanoTime() - deadline < 0 && !Thread.currentThread().isInterrupted()) {
            ReindexLog.Entries entries = log.read(LOOK);
            entries.requireNotRefused(request);
            Optional<RunState> now = entries.run().filter(found -> found.id().equals(run.id()));
            boolean ended = run.state().isHeld()
                    && now.filter(found -> !found.state().isHeld()).isPresent();
            if (ended || now.filter(found -> found.state() == wanted).isPresent()) {
                return now;
            }
            if (verb == ReindexRequest.Verb.CANCEL
                    && now.isPresent()
                    && now.get().heartbeat().count() != beat) {
                beat = now.get().heartbeat().count();
                deadline = Math.min(latest, System.nanoTime() + patience.toNanos());
            }
        }
        return Optional.empty();
    }
}
