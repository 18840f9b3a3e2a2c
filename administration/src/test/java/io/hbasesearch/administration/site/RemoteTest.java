/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class RemoteTest {
    private final Remote remote = new Remote("hbase", Deadline.after(Duration.ofMinutes(1)));
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void unreachableServerIsNotAskedAgainAndIsReportedOnce() {
        assertThat(remote.knock(failing(ErrorCode.SERVER_UNREACHABLE)).complaint())
                .hasValueSatisfying(none -> assertThat(none.code()).isEqualTo(ErrorCode.SERVER_UNREACHABLE));
        ProbeResult<Integer> next = remote.ask(asked::incrementAndGet);

        assertThat(next.value()).isEmpty();
        assertThat(next.complaint()).isEmpty();
        assertThat(asked).hasValue(0);
    }

    @Test
    void missingPermissionOrUnreachableObjectDoesNotStopProbing() {
        assertThat(remote.knock(failing(ErrorCode.ACCESS_DENIED)).complaint()).isPresent();
        assertThat(remote.ask(failing(ErrorCode.SERVER_UNREACHABLE)).complaint())
                .isPresent();
        assertThat(remote.ask(asked::incrementAndGet).value()).contains(1);
    }

    @Test
    void aSurpriseIsAnAnswerThatIsMissing() {
        ProbeResult<String> answer = remote.ask(() -> {
            throw new IllegalStateException("a bug");
        });

        assertThat(answer.complaint())
                .hasValueSatisfying(none -> assertThat(none.message()).contains("a bug"));
    }

    @Test
    void withoutClientsNothingIsAskedWhateverTheReasonIs() {
        assertThat(remote.open(failing(ErrorCode.CONFIGURATION_INVALID)).complaint())
                .hasValueSatisfying(none -> assertThat(none.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID));
        assertThat(remote.knock(asked::incrementAndGet).complaint()).isEmpty();
        assertThat(asked).hasValue(0);
        assertThat(remote.late()).isEmpty();
    }

    @Test
    void nothingIsAskedWhenTheTimeIsOverAndThatIsTold() {
        Remote slow = new Remote("kafka", Deadline.after(Duration.ZERO));

        assertThat(slow.ask(asked::incrementAndGet).value()).isEmpty();
        assertThat(asked).hasValue(0);
        assertThat(slow.late()).containsExactly("kafka");
    }

    private static Supplier<Integer> failing(ErrorCode code) {
        return () -> {
            throw new HBaseSearchException(code, "planted");
        };
    }
}
