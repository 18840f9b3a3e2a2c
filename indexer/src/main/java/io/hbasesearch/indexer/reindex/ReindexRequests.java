/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** What somebody can want of a run that another process works on. For one thread. Borrows the log. */
public final class ReindexRequests {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration CLEANING_UP = Duration.ofMinutes(3);

    private final ReindexLog log;

    public ReindexRequests(ReindexLog log) {
        this.log = Objects.requireNonNull(log, "log");
    }

    /** The newest run, whatever became of it. */
    public Optional<RunState> newest() {
        return log.read(Duration.ZERO).run();
    }

    /**
     * Asks the owner of a run for something, and waits until the log shows that it was done.
     *
     * @param wanted the state that the run is to be in
     * @param patience with an owner that does not answer. One that is to cancel has to clean up before: as long as it shows that it
     *     lives it is given three minutes
     * @return the run as it is then; empty if nobody has answered in time
     * @throws HBaseSearchException what kept an owner from it
     */
    public Optional<RunState> ask(ReindexRequest.Verb verb, RunState run, RunState.State wanted, Duration patience) {
        ReindexRequest request = ReindexRequest.of(verb, run);
        log.request(request);
        long latest = System.nanoTime() + CLEANING_UP.toNanos();
        long deadline = System.nanoTime() + patience.toNanos();
        long beat = run.beat();
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
                    && now.get().beat() != beat) {
                beat = now.get().beat();
                deadline = Math.min(latest, System.nanoTime() + patience.toNanos());
            }
        }
        return Optional.empty();
    }
}
