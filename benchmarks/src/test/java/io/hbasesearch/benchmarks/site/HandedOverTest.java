/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandedOverTest {
    @TempDir
    private Path directory;

    private HandedOver endpoint;
    private HandedOver measuring;

    @BeforeEach
    void mapTwice() throws IOException {
        endpoint = HandedOver.in(directory.resolve("count"));
        measuring = HandedOver.in(directory.resolve("count"));
    }

    @Test
    void whatOneCountsTheOtherSees() throws Exception {
        endpoint.read();
        endpoint.add(2);
        endpoint.add(3);
        measuring.await(5, Duration.ZERO);
        assertThat(measuring.entries()).isEqualTo(5);
    }

    @Test
    void theRateIsOfAllEntriesFromTheFirstReadToTheLastHandedOver() {
        long before = System.nanoTime();
        endpoint.read();
        long begun = System.nanoTime();
        endpoint.add(600);
        endpoint.read();
        long last = System.nanoTime();
        endpoint.add(400);
        long ended = System.nanoTime();
        assertThat(measuring.rate()).isBetween(1_000 * 1e9 / (ended - before), 1_000 * 1e9 / (last - begun));
    }

    @Test
    void aMeasurementBeginsWithNothing() {
        endpoint.read();
        endpoint.add(7);
        measuring.reset();
        assertThat(endpoint.entries()).isZero();
        assertThatThrownBy(measuring::rate).hasMessageContaining("no WAL entry was handed over");
        assertThatThrownBy(() -> measuring.await(1, Duration.ZERO)).hasMessageContaining("0 of 1 WAL entries");
    }

    /** The measuring process has the name only. */
    @Test
    void thePeerHasTheEndpointThatCounts() {
        assertThat(SilentPeer.ENDPOINT).isEqualTo(SilentEndpoint.class.getName());
    }
}
