/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.gateway.http.FailedAuthentications.Reason;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailedAuthenticationsTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final FailedAuthentications failures = new FailedAuthentications(Metrics.none(), now::get);

    private boolean isSlowed(String network) {
        return failures.add(Reason.UNKNOWN, network, network).isPresent();
    }

    private void exceed(String network) {
        for (int i = 0; i < FailedAuthentications.MOST; i++) {
            assertThat(isSlowed(network)).as("failure " + i).isFalse();
        }
        assertThat(isSlowed(network)).isTrue();
    }

    @Test
    void anAddressWithTooManyIsSlowedUntilItsMinuteIsOverAndNoOtherIs() {
        exceed("one");
        assertThat(isSlowed("another")).isFalse();
        now.addAndGet(Duration.ofSeconds(45).toNanos());
        assertThat(failures.add(Reason.MISSING, "one", "one")).contains(Duration.ofSeconds(15));
        now.addAndGet(Duration.ofSeconds(15).toNanos());
        exceed("one");
    }

    @Test
    void moreAddressesThanAreKeptPushOutTheOldest() {
        exceed("first");
        for (int i = 0; i < 2 * FailedAuthentications.MOST_ADDRESSES; i++) {
            isSlowed("address-" + i);
        }
        assertThat(failures.addresses()).isEqualTo(FailedAuthentications.MOST_ADDRESSES);
        assertThat(isSlowed("first")).isFalse();
        assertThat(isSlowed("address-" + (2 * FailedAuthentications.MOST_ADDRESSES - 1)))
                .isFalse();
    }
}
