/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void doublesItsBoundUpToTheMost() {
        Backoff longest = new Backoff(bound -> bound);

        assertThat(longest.nextMillis(100, 500)).isEqualTo(100);
        assertThat(longest.nextMillis(100, 500)).isEqualTo(200);
        assertThat(longest.nextMillis(100, 500)).isEqualTo(400);
        assertThat(longest.nextMillis(100, 500)).isEqualTo(500);
        for (int i = 0; i < 100; i++) {
            assertThat(longest.nextMillis(60_000, 300_000)).isBetween(1L, 300_000L);
        }
    }

    @Test
    void startsAnewAfterProgress() {
        Backoff longest = new Backoff(bound -> bound);
        longest.nextMillis(100, 500);
        longest.nextMillis(100, 500);
        longest.reset();

        assertThat(longest.nextMillis(100, 500)).isEqualTo(100);
    }

    @Test
    void neverRetriesAtOnce() {
        assertThat(new Backoff(bound -> 0).nextMillis(100, 500)).isEqualTo(1);
    }
}
