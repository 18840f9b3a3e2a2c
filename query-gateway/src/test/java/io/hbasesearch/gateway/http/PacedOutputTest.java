/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacedOutputTest {
    private static final byte[] PART = new byte[4_000];

    private final List<Integer> limits = new ArrayList<>();
    private long nanos;
    private int cancelled;

    /** Takes each part in so long. */
    private PacedOutput output(Duration perPart) {
        OutputStream reader = new ByteArrayOutputStream() {
            @Override
            public void write(byte[] part, int from, int length) {
                nanos += perPart.toNanos();
                super.write(part, from, length);
            }
        };
        return new PacedOutput(reader, () -> nanos, length -> {
            limits.add(length);
            return () -> cancelled++;
        });
    }

    private static void write(PacedOutput output, int parts) throws IOException {
        for (int i = 0; i < parts; i++) {
            output.write(PART);
        }
    }

    @Test
    void whoReadsTooSlowlyIsToldOnceAndTheEndIsStillWritten() throws IOException {
        PacedOutput output = output(Duration.ofSeconds(2));
        write(output, 29);
        assertThatThrownBy(() -> output.write(PART)).isInstanceOf(PacedOutput.SlowReaderException.class);
        assertThatCode(() -> write(output, 100)).doesNotThrowAnyException();
    }

    @Test
    void whoReadsFastEnoughIsNeverTold() {
        assertThatCode(() -> write(output(Duration.ofMillis(500)), 10_000)).doesNotThrowAnyException();
    }

    @Test
    void whatWasTakenAtOnceMakesUpForSlowReadingOfAMinuteOnly() throws IOException {
        PacedOutput output = output(Duration.ofSeconds(2));
        output.write(new byte[10_000_000]);
        write(output, 58);
        assertThatThrownBy(() -> output.write(PART)).isInstanceOf(PacedOutput.SlowReaderException.class);
    }

    @Test
    void theTimeInWhichNothingIsWrittenIsNotTheCallers() throws IOException {
        PacedOutput output = output(Duration.ofMillis(10));
        for (int i = 0; i < 100; i++) {
            nanos += Duration.ofMinutes(5).toNanos();
            output.write(PART);
        }
    }

    @Test
    void everyPartHasALimitWhichIsGivenUpOnceItIsTaken() throws IOException {
        PacedOutput output = output(Duration.ofMillis(10));
        output.write(PART);
        output.flush();

        assertThat(limits).containsExactly(PART.length, 0);
        assertThat(cancelled).isEqualTo(2);
    }
}
