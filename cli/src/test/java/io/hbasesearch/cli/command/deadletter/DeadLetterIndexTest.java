/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.deadletter.DeadLetterState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeadLetterIndexTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @EnumSource(names = {"SERVER_UNREACHABLE", "ACCESS_DENIED", "INDEX_LOCKED", "CONFIGURATION_INVALID", "TIMED_OUT"})
    void anIndexThatDoesNotAnswerIsNoIndexWithoutOpenRows(ErrorCode code) {
        HBaseSearchException failure = new HBaseSearchException(code, "no");
        assertThatThrownBy(() -> without(failure)).isSameAs(failure);
    }

    @ParameterizedTest
    @EnumSource(names = {"NOT_FOUND", "INDEX_NOT_FOUND", "INDEX_INCOMPATIBLE"})
    void lettersOutliveTheirIndexButNobodyKnowsWhichAreOpen(ErrorCode code) throws Exception {
        try (DeadLetterIndex index = without(new HBaseSearchException(code, "it is gone"))) {
            assertThat(err.toString(StandardCharsets.UTF_8)).contains("Warning: ", "it is gone");
            assertThat(index.of(Optional.of(RowKey.utf8("a")))).isEqualTo(DeadLetterState.UNKNOWN);
            assertThat(index.of(Optional.empty())).isEqualTo(DeadLetterState.NO_ROW);
            assertThatThrownBy(() -> index.requireKnown(DeadLetterState.OPEN))
                    .isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                            .isEqualTo(code))
                    .hasMessageContaining("which dead letters are open")
                    .hasMessageContaining("it is gone");
            assertThatThrownBy(() -> index.requireKnown(DeadLetterState.HEALED))
                    .isInstanceOf(HBaseSearchException.class);
            assertThatCode(() -> index.requireKnown(DeadLetterState.UNKNOWN)).doesNotThrowAnyException();
            assertThatCode(() -> index.requireKnown(DeadLetterState.NO_ROW)).doesNotThrowAnyException();
        }
    }

    private DeadLetterIndex without(HBaseSearchException failure) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return DeadLetterIndex.withoutIndex(
                new Session(new ByteArrayInputStream(new byte[0]), stream, stream, Map.of()), failure);
    }
}
