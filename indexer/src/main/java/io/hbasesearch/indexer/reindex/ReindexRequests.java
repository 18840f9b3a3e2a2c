/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** What somebody can want of a run that another process works on. For one thread. Borrows the log. */
public final class ReindexRequests {
    private static final Duration LOOK = Duration.ofMillis(500);

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
     * @return the run as it is then; empty if nobody has answered in time
     */
    public Optional<RunState> ask(ReindexRequest.Verb verb, RunState run, RunState.State wanted, Duration patience) {
        log.request(ReindexRequest.of(verb, run));
        long deadline = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() - deadline < 0 && !Thread.currentThread().isInterrupted()) {
            Optional<RunState> now =
                    log.read(LOOK).run().filter(found -> found.id().equals(run.id()));
            boolean ended = run.state().isHeld()
                    && now.filter(found -> !found.state().isHeld()).isPresent();
            if (ended || now.filter(found -> found.state() == wanted).isPresent()) {
                return now;
            }
        }
        return Optional.empty();
    }
}
