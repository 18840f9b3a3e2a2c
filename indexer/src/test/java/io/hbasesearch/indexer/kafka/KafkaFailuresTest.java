/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.junit.jupiter.api.Test;

class KafkaFailuresTest {
    @Test
    void whatABrokerAnswersMayPassUnlessItIsKnownNotTo() {
        assertThat(code(new UnknownServerException("?"))).isEqualTo(ErrorCode.SERVER_UNREACHABLE);
        assertThat(code(new RecordTooLargeException("too large"))).isEqualTo(ErrorCode.INTERNAL);
        assertThat(code(new IllegalStateException("a defect"))).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void aNameThatCannotBeResolvedMayComeBack() {
        ConfigException unresolved = new ConfigException("No resolvable bootstrap urls given in bootstrap.servers");
        assertThat(code(unresolved)).isEqualTo(ErrorCode.SERVER_UNREACHABLE);
        assertThat(code(new KafkaException("Failed to construct", unresolved))).isEqualTo(ErrorCode.SERVER_UNREACHABLE);
        assertThat(code(new KafkaException("Failed to construct", new ConfigException("acks", "x"))))
                .isEqualTo(ErrorCode.CONFIGURATION_INVALID);
    }

    /** A commit that finds an earlier send failed, as while a broker restarts for long, fails in the client's own words. */
    @Test
    void whatATransactionFailedForIsWhatCounts() {
        String words = "Cannot execute transactional method because we are in an error state";
        HBaseSearchException silence =
                KafkaFailures.translate(new KafkaException(words, new TimeoutException("no metadata")), "writing");
        assertThat(silence.code()).isEqualTo(ErrorCode.SERVER_UNREACHABLE);
        assertThat(silence.getMessage()).contains("no metadata");
        TransactionAbortableException aborted = new TransactionAbortableException("retries are exhausted");
        assertThat(code(new KafkaException(words, aborted))).isEqualTo(ErrorCode.SERVER_UNREACHABLE);
        TopicAuthorizationException refused = new TopicAuthorizationException("t");
        assertThat(code(new KafkaException(words, refused))).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(code(new KafkaException(words, new IllegalStateException("a defect"))))
                .isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void tooFewBrokersNameTheOption() {
        HBaseSearchException failure =
                KafkaFailures.translate(new InvalidReplicationFactorException("3 > 1"), "creating topic t");
        assertThat(failure.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
        assertThat(failure.hint()).hasValueSatisfying(hint -> assertThat(hint).contains("--replication-factor"));
    }

    private static ErrorCode code(Throwable failure) {
        return KafkaFailures.translate(failure, "testing").code();
    }
}
