/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class TopicsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void aBrokerThatDoesNotKnowTheTopicYetIsAskedAgain() {
        Deque<Supplier<String>> answers =
                new ArrayDeque<>(List.of(() -> refuse(ErrorCode.TOPIC_NOT_FOUND), () -> "there"));
        assertThat(Topics.await("new", PATIENCE, () -> answers.remove().get())).contains("there");
    }

    @Test
    void aTopicThatNobodyKnowsIsNotThereInTheEnd() {
        assertThat(Topics.await("none", Duration.ZERO, () -> refuse(ErrorCode.TOPIC_NOT_FOUND)))
                .isEmpty();
    }

    @Test
    void anotherFailureEndsTheWait() {
        assertThatThrownBy(() -> Topics.await("new", PATIENCE, () -> refuse(ErrorCode.ACCESS_DENIED)))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(ErrorCode.ACCESS_DENIED));
    }

    @Test
    void anInterruptEndsTheWait() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Topics.await("new", PATIENCE, () -> refuse(ErrorCode.TOPIC_NOT_FOUND)))
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                            .isEqualTo(ErrorCode.TIMED_OUT));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void whoeverCannotWaitForALeaderLearnsThatTheTopicIsThere() {
        HBaseSearchException cause =
                new HBaseSearchException(ErrorCode.ACCESS_DENIED, "asking where it ends", "Grant it.", null);
        HBaseSearchException failure = Topics.notReady("new", cause);
        assertThat(failure).hasMessageContaining("topic new is created").hasMessageContaining("asking where it ends");
        assertThat(failure.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(failure.hint())
                .hasValueSatisfying(
                        hint -> assertThat(hint).contains("Grant it.").contains("takes the topic that is there"));
    }

    private static String refuse(ErrorCode code) {
        throw new HBaseSearchException(code, "refused");
    }
}
