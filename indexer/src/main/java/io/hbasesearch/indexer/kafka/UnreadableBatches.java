/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes batches that Kafka delivers but its client cannot decode from other failures of a poll: a wrong checksum, or a
 * codec that fails or is missing. The client keeps such a batch and fails every further poll, with varying messages and with
 * exception classes that otherwise mean transient failures. Stateless.
 */
final class UnreadableBatches {
    private static final Pattern REFUSED = Pattern.compile("Received exception when fetching the next record from"
            + "|Record(?: batch)? for partition .* is invalid"
            + "|Encountered corrupt message when fetching"
            + "|Failed to make progress reading messages"
            + "|Unknown compression type");
    private static final Pattern PARTITION =
            Pattern.compile("(?:from|for partition|topic-partition|messages at) \\S+?-(\\d+)(?=[. =]|$)");
    private static final Pattern OFFSET = Pattern.compile("(?:at offset|fetching offset) (\\d+)");

    private UnreadableBatches() {}

    /** Returns whether the failed poll failed because of a batch, and a retry would fail because of the same one. */
    static boolean isOne(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            boolean isKafkas = cause instanceof KafkaException || cause instanceof IllegalArgumentException;
            if (isKafkas && REFUSED.matcher(String.valueOf(cause.getMessage())).find()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number in the message of a failure or of one of its causes. */
    private static Optional<String> number(Pattern wanted, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Matcher found = wanted.matcher(String.valueOf(cause.getMessage()));
            if (found.find()) {
                return Optional.of(found.group(1));
            }
        }
        return Optional.empty();
    }

    /** Returns the partition of the batch, if the failure names it. */
    static Optional<Integer> partition(Throwable failure) {
        return number(PARTITION, failure).map(Integer::valueOf);
    }

    /**
     * Describes where the batch is and what is wrong with it.
     *
     * @param what a participle and its object
     * @param position the reader's position in {@link #partition}, if known
     */
    static String describe(Throwable failure, String what, Optional<Long> position) {
        Optional<String> offset = number(OFFSET, failure).or(() -> position.map(String::valueOf));
        return what + ": Kafka's client cannot read the batch"
                + offset.map(at -> " at offset " + at).orElse("")
                + partition(failure).map(number -> " of partition " + number).orElse("") + ": "
                + reason(failure);
    }

    private static String reason(Throwable failure) {
        Throwable inner = innermost(failure);
        return inner.getClass().getSimpleName() + ": " + inner.getMessage();
    }

    private static Throwable innermost(Throwable failure) {
        Throwable inner = failure;
        while (inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    /** Translates a failure for readers of topics that feed no index. */
    static HBaseSearchException translate(Throwable failure, String what) {
        return refused(
                failure,
                describe(failure, what, Optional.empty()),
                ErrorCode.EVENT_UNREADABLE,
                "The log of its broker may say why. If another replica is intact, make it the leader; if none is, delete the"
                        + " topic's records up to this batch with kafka-delete-records.sh.");
    }

    /** @param hint used unless this program is what lacks the codec */
    static HBaseSearchException refused(Throwable failure, String message, ErrorCode code, @Nullable String hint) {
        if (innermost(failure) instanceof LinkageError) {
            return new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    message,
                    "This program cannot load the codec of the batch. Codecs are unpacked below java.io.tmpdir, where programs must be"
                            + " allowed to run; set another one with HBASE_SEARCH_OPTS=-Djava.io.tmpdir=DIRECTORY and start this"
                            + " again: nothing is lost.",
                    failure);
        }
        return new HBaseSearchException(code, message, hint, failure);
    }
}
