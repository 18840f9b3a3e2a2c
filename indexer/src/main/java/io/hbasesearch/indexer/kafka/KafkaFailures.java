/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidGroupIdException;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** Translates all exceptions of Kafka's clients. */
final class KafkaFailures {
    static final String UNREACHABLE_HINT =
            "Check that Kafka is up, that kafka.bootstrapServers in the configuration names its port, and"
                    + " that security.protocol under kafka.properties is that of its listener.";

    private KafkaFailures() {}

    /** Runs an action and translates the exceptions that it throws. @param what a participle and its object */
    static <T> T translating(String what, Supplier<T> action) {
        try {
            return action.get();
        } catch (KafkaException e) {
            throw translate(e, what);
        }
    }

    static HBaseSearchException translate(Throwable failure, String what) {
        // First, because Kafka reports these with exception classes that otherwise mean transient failures.
        if (UnreadableBatches.isOne(failure)) {
            return UnreadableBatches.translate(failure, what);
        }
        Throwable cause = unwrap(failure);
        if (cause instanceof HBaseSearchException known) {
            return known;
        }
        String message = what + ": " + cause.getClass().getSimpleName() + ": " + cause.getMessage();
        if (cause instanceof InvalidOffsetException) {
            return new HBaseSearchException(ErrorCode.OFFSETS_LOST, message, null, cause);
        }
        if (cause instanceof AuthenticationException || cause instanceof AuthorizationException) {
            return new HBaseSearchException(
                    ErrorCode.ACCESS_DENIED,
                    message,
                    "Correct the credentials under kafka.properties, or grant this user access in Kafka: hbase-search doctor says which"
                            + " right is missing, and how it is given.",
                    cause);
        }
        // Retriable for Kafka, as the client's metadata may be stale; the callers that wait for a topic handle this.
        if (cause instanceof UnknownTopicOrPartitionException || cause instanceof InvalidTopicException) {
            return new HBaseSearchException(
                    ErrorCode.TOPIC_NOT_FOUND, message, "Create it with the peer: hbase-search peer add.", cause);
        }
        if (cause instanceof TimeoutException) {
            return new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, message, UNREACHABLE_HINT, cause);
        }
        if (cause instanceof RetriableException) {
            return new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, message, null, cause);
        }
        if (cause instanceof InterruptException) {
            return new HBaseSearchException(ErrorCode.TIMED_OUT, what + ": interrupted", null, cause);
        }
        return translateOther(cause, message);
    }

    private static HBaseSearchException translateOther(Throwable cause, String message) {
        if (cause instanceof InvalidRecordException) {
            return new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    message,
                    "Backfills append records without a key, which a compacted topic refuses: set the topic's cleanup.policy to"
                            + " delete with kafka-configs.sh; 'hbase-search doctor' names what else is wrong with it.",
                    cause);
        }
        if (cause instanceof InvalidReplicationFactorException) {
            return new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    message,
                    "Pass --replication-factor N (the cluster has fewer brokers).",
                    cause);
        }
        // The client reports an unresolvable name as a wrong setting, but name services fail and recover.
        if (isUnresolved(cause) || isUnresolved(cause.getCause())) {
            String reason =
                    cause.getCause() == null ? "" : ": " + cause.getCause().getMessage();
            return new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, message + reason, UNREACHABLE_HINT, cause);
        }
        if (cause instanceof ConfigException || cause.getCause() instanceof ConfigException) {
            String reason =
                    cause.getCause() == null ? "" : ": " + cause.getCause().getMessage();
            return new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    message + reason,
                    "Correct kafka.bootstrapServers or kafka.properties in the configuration.",
                    cause);
        }
        // An unknown response of a broker may be transient; permanent failures are listed.
        ErrorCode code =
                cause instanceof ApiException && !isFinal(cause) ? ErrorCode.SERVER_UNREACHABLE : ErrorCode.INTERNAL;
        return new HBaseSearchException(code, message, null, cause);
    }

    private static boolean isUnresolved(@Nullable Throwable cause) {
        return cause instanceof ConfigException
                && String.valueOf(cause.getMessage()).contains("No resolvable bootstrap");
    }

    /** Returns whether retrying would give the same response forever. */
    private static boolean isFinal(Throwable cause) {
        return cause instanceof RecordTooLargeException
                || cause instanceof SerializationException
                || cause instanceof InvalidConfigurationException
                || cause instanceof InvalidRequestException
                || cause instanceof InvalidPartitionsException
                || cause instanceof InvalidGroupIdException
                || cause instanceof UnsupportedVersionException
                || cause instanceof PolicyViolationException
                || cause instanceof TopicExistsException;
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while (inner.getCause() != null && isWrapper(inner)) {
            inner = inner.getCause();
        }
        return inner;
    }

    /** Returns whether the exception only wraps another one. */
    private static boolean isWrapper(Throwable outer) {
        // In this form, calls of a transaction report the failure of an earlier call.
        boolean isEarlier = outer.getClass() == KafkaException.class && outer.getCause() instanceof ApiException;
        return isEarlier
                || outer instanceof ExecutionException
                || outer instanceof CompletionException
                || outer.getCause() instanceof HBaseSearchException;
    }
}
