/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.indexer.pipeline.PipelineProgress;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The status of one index in this process.
 *
 * @param since when this state began
 * @param progress of the events of the partitions that this process has
 * @param scrub one line about the scrub, if this process scrubs the index or has done so; otherwise empty
 */
public record IndexStatus(
        String index, State state, Instant since, Reason reason, PipelineProgress.Snapshot progress, String scrub) {
    public IndexStatus {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(scrub, "scrub");
    }

    /**
     * The reason of a state.
     *
     * @param message the cause, for {@code DEGRADED}, {@code FAILED} and {@code NO_INDEX}; for others a warning, if there is one
     * @param code for {@code FAILED}
     * @param hint the next step, if there is one
     */
    public record Reason(String message, Optional<ErrorCode> code, Optional<String> hint) {
        public Reason {
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(hint, "hint");
        }
    }

    /** The state of an index's worker. */
    public enum State {
        STARTING,
        /** The definition has no index yet; the search for it is repeated. */
        NO_INDEX,
        RUNNING,
        /** A step fails and is retried. Nothing is lost, but the index falls behind. */
        DEGRADED,
        /** Stopped by a failure that only an operator can fix. */
        FAILED,
        STOPPED
    }

    /** Returns the same status under another name. */
    public IndexStatus named(String name) {
        return new IndexStatus(name, state, since, reason, progress, scrub);
    }

    /** Returns the same status with its hint changed, if it has one. */
    IndexStatus withHint(UnaryOperator<String> change) {
        Reason changed =
                new Reason(reason.message(), reason.code(), reason.hint().map(change));
        return new IndexStatus(index, state, since, changed, progress, scrub);
    }

    /** Returns the text for users: the cause, and the next step, if there is one. */
    public String told() {
        return told(reason.message(), reason.hint());
    }

    public static String told(String message, Optional<String> hint) {
        return hint.map(next -> message + (message.endsWith(".") ? " " : ". ") + next)
                .orElse(message);
    }

    /** Returns whether nothing needs attention. An index that does not exist yet needs none. */
    public boolean isWell() {
        return state != State.DEGRADED && state != State.FAILED;
    }

    /** Returns whether it is healthy but has a warning: the message explains it. */
    public boolean warns() {
        return isWell() && state != State.NO_INDEX && !reason.message().isEmpty();
    }
}
