/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.hbasesearch.benchmarks.baseline.FakeElasticsearch;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class WriteClockTest {
    private final Semaphore looks = new Semaphore(0);
    private volatile long written;

    private String answer(String request) {
        String answer = "{\"_all\":{\"primaries\":{\"indexing\":{\"index_total\":" + written + "}}}}";
        looks.release();
        return request.startsWith("GET /mail/_stats/indexing") ? answer : "";
    }

    /** Returns when it was looked at as it is now. */
    private void seen(long now) throws InterruptedException {
        written = now;
        looks.drainPermits();
        // The first may have read what there was before.
        looks.acquire(2);
    }

    @Test
    void theRateIsThatFromTheFirstDocumentsThatWereThereToTheLast() throws Exception {
        try (FakeElasticsearch server = FakeElasticsearch.answering(this::answer);
                WriteClock clock = WriteClock.start(server.client(), "mail")) {
            seen(0);
            seen(100);
            seen(250);
            Instant seenLast = Instant.now();
            seen(250);
            seen(250);
            WriteClock.Seen seen = clock.stop();
            assertThat(seen.rate() * seen.clock().length().toNanos() / 1e9).isCloseTo(150, within(1e-6));
            assertThat(seen.clock().to()).isBeforeOrEqualTo(seenLast.plusMillis(1));
        }
    }

    @Test
    void whatWasWrittenAtOnceHasNoRate() throws Exception {
        try (FakeElasticsearch server = FakeElasticsearch.answering(this::answer);
                WriteClock clock = WriteClock.start(server.client(), "mail")) {
            seen(100);
            assertThatIllegalStateException().isThrownBy(clock::stop).withMessageContaining("more --rows");
        }
    }
}
