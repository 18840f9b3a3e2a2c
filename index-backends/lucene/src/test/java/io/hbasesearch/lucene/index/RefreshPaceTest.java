/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefreshPaceTest {
    private final RefreshPace pace = new RefreshPace();

    @Test
    void nothingIsLeftInvisibleForLongerWithoutAReason() {
        assertThat(pace.between()).isZero();
        assertThat(pace.longest()).isZero();
    }

    @Test
    void fillingIsSlowerThanCatchingUp() {
        pace.catchUp("indexer", true);
        assertThat(pace.between()).isEqualTo(RefreshPace.CATCHING_UP);
        pace.fill(true);
        assertThat(pace.between()).isEqualTo(RefreshPace.FILLING);
        pace.fill(false);
        assertThat(pace.between()).isEqualTo(RefreshPace.CATCHING_UP);
    }

    @Test
    void whatWasAddedWhileItWasSlowerIsVisibleWithTheNextRefreshOnly() {
        pace.catchUp("indexer", true);
        pace.catchUp("indexer", false);
        assertThat(pace.between()).isZero();
        assertThat(pace.longest()).isEqualTo(RefreshPace.CATCHING_UP);
        pace.refreshed();
        assertThat(pace.longest()).isZero();
    }

    @Test
    void oneWriterThatIsBehindIsEnough() {
        pace.catchUp("reindex", true);
        pace.catchUp("indexer", false);
        assertThat(pace.between()).isEqualTo(RefreshPace.CATCHING_UP);
        pace.catchUp("reindex", false);
        assertThat(pace.between()).isZero();
    }

    @Test
    void aRefreshMeanwhileEndsNothing() {
        pace.fill(true);
        pace.refreshed();
        assertThat(pace.longest()).isEqualTo(RefreshPace.FILLING);
        assertThat(pace.between()).isGreaterThan(Duration.ZERO);
    }
}
