/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import java.util.Objects;
import java.util.UUID;

/**
 * What somebody wants of an index's backfill. The newest request counts; each is obeyed once.
 *
 * @param id that no other request has
 * @param run that it is about; empty for {@link Verb#START}
 * @param task for {@link Verb#START}
 */
public record ReindexRequest(String id, Verb verb, String run, Task task) {
    public ReindexRequest {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(verb, "verb");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(task, "task");
    }

    /** What to do. */
    public enum Verb {
        /** Begin, or go on with what is unfinished: for whoever owns an embedded index. */
        START,
        /** Read nothing more until told otherwise. */
        PAUSE,
        /** Go on after a pause. */
        RESUME,
        /** End; the next start goes on. */
        STOP,
        /** End for good. */
        CANCEL
    }

    public static ReindexRequest start(Task task) {
        return new ReindexRequest(newId(), Verb.START, "", task);
    }

    public static ReindexRequest of(Verb verb, RunState run) {
        return new ReindexRequest(newId(), verb, run.id(), run.task());
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }
}
