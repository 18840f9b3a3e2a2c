/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RemoteTest {
    private final Remote remote = new Remote();
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void whoDoesNotAnswerTheFirstQuestionIsAskedNoOtherAndComplainedOfOnce() {
        assertThat(remote.knock(failing(ErrorCode.SERVER_UNREACHABLE)).complaint())
                .hasValueSatisfying(none -> assertThat(none.code()).isEqualTo(ErrorCode.SERVER_UNREACHABLE));
        Asked<Integer> next = remote.ask(asked::incrementAndGet);

        assertThat(next.value()).isEmpty();
        assertThat(next.complaint()).isEmpty();
        assertThat(asked).hasValue(0);
    }

    @Test
    void oneObjectOutOfReachAndAMissingPermissionKeepNobodyFromAskingOn() {
        assertThat(remote.knock(failing(ErrorCode.ACCESS_DENIED)).complaint()).isPresent();
        assertThat(remote.ask(failing(ErrorCode.SERVER_UNREACHABLE)).complaint())
                .isPresent();
        assertThat(remote.ask(asked::incrementAndGet).value()).contains(1);
    }

    @Test
    void aSurpriseIsAnAnswerThatIsMissing() {
        Asked<String> answer = remote.ask(() -> {
            throw new IllegalStateException("a bug");
        });

        assertThat(answer.complaint())
                .hasValueSatisfying(none -> assertThat(none.message()).contains("a bug"));
    }

    private static Supplier<Integer> failing(ErrorCode code) {
        return () -> {
            throw new HBaseSearchException(code, "planted");
        };
    }
}
