/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InFlightTest {
    private final InFlight inFlight = new InFlight(100, 1_000, new InFlightRoom(1_000_000));

    @Test
    void isFullByCountOrByBytes() {
        inFlight.addEvents(80, 10);
        assertThat(inFlight.hasRoom(20)).isTrue();
        assertThat(inFlight.hasRoom(21)).isFalse();
        inFlight.removeEvents(80, 10);
        inFlight.addEvents(1, 1_000);
        assertThat(inFlight.hasRoom(1)).isFalse();
    }

    @Test
    void anythingFitsIntoNothing() {
        assertThat(inFlight.hasRoom(1_000)).isTrue();
    }

    @Test
    void readersWaitUntilTheirRowsFit() throws Exception {
        inFlight.addEvents(1, 1);
        inFlight.reserveRows(400);
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
            try {
                inFlight.reserveRows(101);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(inFlight.awaitEmpty(Duration.ofMillis(50))).isFalse();
        assertThat(reader).isNotDone();
        inFlight.removeRows(1);
        reader.get(10, TimeUnit.SECONDS);
        assertThat(inFlight.bytes()).isEqualTo(1 + 399 + 101);
        inFlight.removeEvents(1, 1);
        assertThat(inFlight.awaitEmpty(Duration.ZERO)).isTrue();
    }
}
