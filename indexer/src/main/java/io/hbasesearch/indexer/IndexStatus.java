/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.error.ErrorCode;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How one index fares in this process.
 *
 * @param since when this state began
 * @param message why, for {@code DEGRADED}, {@code FAILED} and {@code NO_INDEX}; of others a warning, if there is one
 * @param code for {@code FAILED}
 * @param hint the next step, where there is one
 * @param lag events that are not yet in the index, of the partitions that this process has, as far as known
 * @param bufferedEvents taken from the topic and not yet in the index
 * @param bufferedBytes of those events and the rows read for them
 * @param partitions that this process has
 * @param scrub one line on it, if this process scrubs the index or has done so; else empty
 */
public record IndexStatus(
        String index,
        State state,
        Instant since,
        String message,
        Optional<ErrorCode> code,
        Optional<String> hint,
        long lag,
        int bufferedEvents,
        long bufferedBytes,
        int partitions,
        String scrub) {
    public IndexStatus {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(hint, "hint");
        Objects.requireNonNull(scrub, "scrub");
    }

    /** What an index's worker is doing. */
    public enum State {
        STARTING,
        /** The definition has no index yet; looked for again from time to time. */
        NO_INDEX,
        RUNNING,
        /** Something fails and is tried again. Nothing is lost, but the index falls behind. */
        DEGRADED,
        /** Stopped by something that only an operator can mend. */
        FAILED,
        STOPPED
    }

    /** The same under another name. */
    IndexStatus named(String name) {
        return new IndexStatus(
                name, state, since, message, code, hint, lag, bufferedEvents, bufferedBytes, partitions, scrub);
    }

    /** The same with another next step, where there is one. */
    IndexStatus withHint(UnaryOperator<String> change) {
        return new IndexStatus(
                index,
                state,
                since,
                message,
                code,
                hint.map(change),
                lag,
                bufferedEvents,
                bufferedBytes,
                partitions,
                scrub);
    }

    /** For people: why, and the next step, where there is one. */
    String told() {
        return told(message, hint);
    }

    static String told(String message, Optional<String> hint) {
        return hint.map(next -> message + (message.endsWith(".") ? " " : ". ") + next)
                .orElse(message);
    }

    /** Whether nothing needs anybody's attention. An index that does not exist yet needs none. */
    public boolean isWell() {
        return state != State.DEGRADED && state != State.FAILED;
    }

    /** Whether it is well, and yet somebody should look: the message says at what. */
    public boolean warns() {
        return isWell() && state != State.NO_INDEX && !message.isEmpty();
    }
}
