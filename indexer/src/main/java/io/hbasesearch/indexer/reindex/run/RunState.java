/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.reindex.Engine;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The state of a backfill as recorded in the log: enough for any process to continue it.
 *
 * @param id of the run, the same for any number of starts
 * @param request that started it; empty if it was started without one
 * @param index the generation that was live when it began
 * @param change of generations; empty if the live one is filled in place
 * @param engine of its last start
 * @param owner the process that works on it, or did last
 * @param beat heartbeat counter; increases while the owner is alive
 * @param startedMillis when the run was begun, by its first owner's clock, in milliseconds since the epoch
 * @param updatedMillis when the owner wrote this, by its clock
 * @param failure that ended it early
 */
public record RunState(
        String id,
        String request,
        UUID index,
        String definitionHash,
        Selection selection,
        Limits limits,
        Optional<GenerationChange> change,
        Engine engine,
        State state,
        Owner owner,
        long beat,
        long startedMillis,
        long updatedMillis,
        ReindexProgress progress,
        Optional<Failure> failure) {
    public RunState {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(definitionHash, "definitionHash");
        Objects.requireNonNull(selection, "selection");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(change, "change");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(failure, "failure");
    }

    /** The state of a run. */
    public enum State {
        /** A process works on it, unless that process was killed. */
        RUNNING,
        /** A process owns it and waits. */
        PAUSED,
        /** It ended early, and the next start continues it. */
        STOPPED,
        /** It will not be continued. */
        CANCELLED,
        DONE;

        /** Returns whether a process owns it. */
        public boolean isHeld() {
            return this == RUNNING || this == PAUSED;
        }

        /** Returns whether the next start continues it. */
        public boolean isUnfinished() {
            return isHeld() || this == STOPPED;
        }
    }

    /**
     * A process that works on runs.
     *
     * @param name for people
     * @param id that no other process has
     */
    public record Owner(String name, String id) {
        public Owner {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(id, "id");
        }

        /** Identifies this process, for one run. */
        public static Owner here() {
            String host;
            try {
                host = InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException e) {
                host = "unknown host";
            }
            return new Owner(
                    "process " + ProcessHandle.current().pid() + " on " + host,
                    UUID.randomUUID().toString());
        }
    }

    /** The reason why a run ended early. @param hint the next step; may be empty */
    public record Failure(ErrorCode code, String message, String hint) {
        public Failure {
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(hint, "hint");
        }
    }

    /** Returns whether it is a run of the index of which this generation is live. */
    public boolean isAbout(IndexMetadata live) {
        return index.equals(live.uuid())
                || change.flatMap(GenerationChange::target).equals(Optional.of(live.uuid()));
    }

    /** Returns the generation that it writes to, or would write to. */
    UUID written() {
        return change.flatMap(GenerationChange::target).orElse(index);
    }

    /** Returns whether a task is the task of this run, so that following the run completes the task. */
    public boolean isOf(Task task) {
        return selection.equals(task.selection())
                && change.isPresent() == task.change().isPresent()
                && task.change()
                        .map(plan -> change.orElseThrow().plan().continues(plan))
                        .orElse(true);
    }

    public Task task() {
        return new Task(selection, limits, change.map(GenerationChange::plan), engine);
    }

    /** Returns the next state: new progress, the same owner, the heartbeat counter increased. */
    public RunState next(State now, ReindexProgress reached, long millis, Optional<Failure> why) {
        return new RunState(
                id,
                request,
                index,
                definitionHash,
                selection,
                limits,
                change,
                engine,
                now,
                owner,
                beat + 1,
                startedMillis,
                millis,
                reached,
                why);
    }

    /** Returns this run with an advanced change of generations. */
    RunState with(GenerationChange further) {
        return new RunState(
                id,
                request,
                index,
                definitionHash,
                selection,
                limits,
                Optional.of(further),
                engine,
                state,
                owner,
                beat,
                startedMillis,
                updatedMillis,
                progress,
                failure);
    }

    /** Returns this run with a new owner, which continues it. */
    public RunState heldBy(Owner other, String startedBy, Task task, long millis) {
        return new RunState(
                id,
                startedBy,
                index,
                definitionHash,
                selection,
                task.limits(),
                change.map(before -> task.change().map(before::goingOn).orElse(before)),
                task.engine(),
                State.RUNNING,
                other,
                0,
                startedMillis,
                millis,
                progress,
                Optional.empty());
    }
}
