/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefreshPaceTest {
    private final RefreshPace pace = new RefreshPace();

    @Test
    void nothing_is_left_invisible_for_longer_without_a_reason() {
        assertThat(pace.between()).isZero();
        assertThat(pace.longest()).isZero();
    }

    @Test
    void filling_is_slower_than_catching_up() {
        pace.catchUp("indexer", true);
        assertThat(pace.between()).isEqualTo(RefreshPace.CATCHING_UP);
        pace.fill(true);
        assertThat(pace.between()).isEqualTo(RefreshPace.FILLING);
        pace.fill(false);
        assertThat(pace.between()).isEqualTo(RefreshPace.CATCHING_UP);
    }

    @Test
    void what_was_added_while_it_was_slower_is_visible_with_the_next_refresh_only() {
        pace.catchUp("indexer", true);
        pace.catchUp("indexer", false);
        assertThat(pace.between()).isZero();
        assertThat(pace.longest()).isEqualTo(RefreshPace.CATCHING_UP);
        pace.refreshed();
        assertThat(pace.longest()).isZero();
    }

    @Test
    void one_writer_that_is_behind_is_enough() {
        pace.catchUp("reindex", true);
        pace.catchUp("indexer", false);
        assertThat(pace.between()).isEqualTo(RefreshPace.CATCHING_UP);
        pace.catchUp("reindex", false);
        assertThat(pace.between()).isZero();
    }

    @Test
    void a_refresh_meanwhile_ends_nothing() {
        pace.fill(true);
        pace.refreshed();
        assertThat(pace.longest()).isEqualTo(RefreshPace.FILLING);
        assertThat(pace.between()).isGreaterThan(Duration.ZERO);
    }
}
