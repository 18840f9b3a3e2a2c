/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import java.util.Objects;
import java.util.UUID;

/**
 * A request concerning an index's backfill. The newest request counts; each is carried out once.
 *
 * @param id unique among requests
 * @param run that it concerns; empty for {@link Verb#START}, unless it only asks to continue that run
 * @param task for {@link Verb#START}
 */
public record ReindexRequest(String id, Verb verb, String run, Task task) {
    private static final String WITHDRAWN = "-withdrawn";

    public ReindexRequest {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(verb, "verb");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(task, "task");
    }

    /** The action requested. */
    public enum Verb {
        /** Start, or continue what is unfinished: for the owner of an embedded index. */
        START,
        /** Stop reading until resumed. */
        PAUSE,
        /** Continue after a pause. */
        RESUME,
        /** End; the next start continues the run. */
        STOP,
        /** End permanently. */
        CANCEL
    }

    public static ReindexRequest start(Task task) {
        return new ReindexRequest(newId(), Verb.START, "", task);
    }

    public static ReindexRequest of(Verb verb, RunState run) {
        return new ReindexRequest(newId(), verb, run.id(), run.task());
    }

    /** Returns the request that takes back this one, which asks for a start. */
    ReindexRequest withdrawal() {
        return new ReindexRequest(id + WITHDRAWN, Verb.STOP, "", task);
    }

    /** Returns whether it takes back the request that a run was started by. */
    boolean withdraws(String request) {
        return !request.isEmpty() && id.equals(request + WITHDRAWN);
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }
}
