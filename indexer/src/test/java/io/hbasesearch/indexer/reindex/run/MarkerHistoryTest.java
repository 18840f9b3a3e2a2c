/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MarkerHistoryTest {
    private static final UUID LIVE = UUID.randomUUID();
    private static final UUID BUILT = UUID.randomUUID();

    private static MarkerPositions upTo(long offset) {
        return new MarkerPositions(1, Map.of(0, new Position(offset, OptionalInt.of(0))));
    }

    @Test
    void eachGenerationHasItsOwnAndOfThoseTheLatest() {
        MarkerHistory marks = MarkerHistory.none()
                .and(LIVE, upTo(5))
                .and(BUILT, upTo(9))
                .and(LIVE, upTo(7))
                .and(LIVE, upTo(6));
        assertThat(marks.of(LIVE)).isEqualTo(upTo(7));
        assertThat(marks.of(BUILT)).isEqualTo(upTo(9));
        assertThat(marks.without(BUILT).of(BUILT)).isEqualTo(MarkerPositions.none());
        assertThat(marks.without(BUILT).of(LIVE)).isEqualTo(upTo(7));
    }

    @Test
    void rebuildsThatCameToNothingPushOutTheirLikesAndNotTheLiveOne() {
        MarkerHistory marks = MarkerHistory.none().and(LIVE, upTo(1));
        for (int i = 0; i < 20; i++) {
            marks = marks.keeping(LIVE).and(UUID.randomUUID(), upTo(i));
        }
        assertThat(marks.of(LIVE)).isEqualTo(upTo(1));
        assertThat(marks.generations()).hasSize(4);
        assertThat(marks.keeping(BUILT)).isEqualTo(marks);
    }
}
