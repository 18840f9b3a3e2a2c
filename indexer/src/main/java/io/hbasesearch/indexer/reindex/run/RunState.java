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
 * @param generation the one that was live when it began
 * @param failure that ended it early
 */
public record RunState(
        String id,
        String request,
        Generation generation,
        Job job,
        State state,
        Heartbeat heartbeat,
        ReindexProgress progress,
        Optional<Failure> failure) {
    public RunState {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(generation, "generation");
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(heartbeat, "heartbeat");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(failure, "failure");
    }

    /** Identifies a generation of an index. */
    public record Generation(UUID uuid, String definitionHash) {
        public Generation {
            Objects.requireNonNull(uuid, "uuid");
            Objects.requireNonNull(definitionHash, "definitionHash");
        }
    }

    /**
     * The task of the run, and how far its change of generations is.
     *
     * @param change of generations; empty if the live one is filled in place
     * @param engine of its last start
     */
    public record Job(Selection selection, Limits limits, Optional<GenerationChange> change, Engine engine) {
        public Job {
            Objects.requireNonNull(selection, "selection");
            Objects.requireNonNull(limits, "limits");
            Objects.requireNonNull(change, "change");
            Objects.requireNonNull(engine, "engine");
        }

        static Job of(Task task) {
            return new Job(task.selection(), task.limits(), task.change().map(GenerationChange::of), task.engine());
        }
    }

    /**
     * The last sign of life of the owner.
     *
     * @param owner the process that works on the run, or did last
     * @param count increases while the owner is alive
     * @param startedMillis when the run was begun, by its first owner's clock, in milliseconds since the epoch
     * @param updatedMillis when the owner wrote this, by its clock
     */
    public record Heartbeat(Owner owner, long count, long startedMillis, long updatedMillis) {
        public Heartbeat {
            Objects.requireNonNull(owner, "owner");
        }
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
        return generation.uuid().equals(live.uuid())
                || job.change().flatMap(GenerationChange::target).equals(Optional.of(live.uuid()));
    }

    /** Returns the generation that it writes to, or would write to. */
    UUID written() {
        return job.change().flatMap(GenerationChange::target).orElse(generation.uuid());
    }

    /** Returns whether a task is the task of this run, so that following the run completes the task. */
    public boolean isOf(Task task) {
        return job.selection().equals(task.selection())
                && job.change().isPresent() == task.change().isPresent()
                && task.change()
                        .map(plan -> job.change().orElseThrow().plan().continues(plan))
                        .orElse(true);
    }

    public Task task() {
        return new Task(job.selection(), job.limits(), job.change().map(GenerationChange::plan), job.engine());
    }

    /** Returns the next state: new progress, the same owner, the heartbeat counter increased. */
    public RunState next(State now, ReindexProgress reached, long millis, Optional<Failure> why) {
        Heartbeat next = new Heartbeat(heartbeat.owner(), heartbeat.count() + 1, heartbeat.startedMillis(), millis);
        return new RunState(id, request, generation, job, now, next, reached, why);
    }

    /** Returns this run with an advanced change of generations. */
    RunState with(GenerationChange further) {
        Job advanced = new Job(job.selection(), job.limits(), Optional.of(further), job.engine());
        return new RunState(id, request, generation, advanced, state, heartbeat, progress, failure);
    }

    /** Returns this run with a new owner, which continues it. */
    public RunState heldBy(Owner other, String startedBy, Task task, long millis) {
        Optional<GenerationChange> change =
                job.change().map(before -> task.change().map(before::goingOn).orElse(before));
        return new RunState(
                id,
                startedBy,
                generation,
                new Job(job.selection(), task.limits(), change, task.engine()),
                State.RUNNING,
                new Heartbeat(other, 0, heartbeat.startedMillis(), millis),
                progress,
                Optional.empty());
    }
}
