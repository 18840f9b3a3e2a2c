/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Optional;
import org.apache.kafka.common.InvalidRecordException;
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
        assertThat(code(new InvalidRecordException("Compacted topic cannot accept message without key")))
                .isEqualTo(ErrorCode.CONFIGURATION_INVALID);
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

    /** The client refuses the same batch for ever, with causes that pass elsewhere. */
    @Test
    void aBatchThatTheClientCannotTakeApartIsNothingThatPasses() {
        String refused =
                "Received exception when fetching the next record from t-2. If needed, please seek past the record to"
                        + " continue consumption.";
        KafkaException checksum = new KafkaException(
                refused,
                new KafkaException("Record batch for partition t-2 at offset 41 is invalid, cause: Record is corrupt"));
        assertThat(code(checksum)).isEqualTo(ErrorCode.EVENT_UNREADABLE);
        assertThat(KafkaFailures.translate(checksum, "reading topic t"))
                .hasMessageContaining("reading topic t: ")
                .hasMessageContaining("at offset 41 of partition 2");
        KafkaException content = new KafkaException(refused, new InvalidRecordException("Invalid header key size"));
        assertThat(code(content)).isEqualTo(ErrorCode.EVENT_UNREADABLE);
        assertThat(UnreadableBatches.describe(content, "reading", Optional.of(7L)))
                .isEqualTo("reading: Kafka's client cannot read the batch at offset 7 of partition 2:"
                        + " InvalidRecordException: Invalid header key size");
        String corrupt = "Encountered corrupt message when fetching offset 5 for topic-partition a.b-1";
        assertThat(KafkaFailures.translate(new KafkaException(corrupt), "reading"))
                .hasMessageContaining("at offset 5 of partition 1");
        assertThat(UnreadableBatches.isOne(new IllegalArgumentException("Unknown compression type id: 7")))
                .isTrue();
    }

    @Test
    void aCodecThatCannotBeLoadedIsThisProgramsFault() {
        KafkaException codec = new KafkaException(
                "Received exception when fetching the next record from t-0. If needed, please seek past the record to"
                        + " continue consumption.",
                new KafkaException(new UnsatisfiedLinkError("libzstd: failed to map segment from shared object")));
        HBaseSearchException failure = KafkaFailures.translate(codec, "reading topic t");
        assertThat(failure.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
        assertThat(failure.hint()).hasValueSatisfying(hint -> assertThat(hint).contains("java.io.tmpdir"));
    }

    private static ErrorCode code(Throwable failure) {
        return KafkaFailures.translate(failure, "testing").code();
    }
}
