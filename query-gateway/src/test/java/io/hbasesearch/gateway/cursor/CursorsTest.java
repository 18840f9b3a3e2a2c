/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.spi.SortValues;
import io.hbasesearch.core.spi.ViewToken;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CursorsTest {
    private static final Optional<Secret> KEY = Optional.of(new Secret("a-key-for-all-gateways"));
    private static final Place PLACE =
            new Place.OfSearch(7, new SortValues(Arrays.asList(1.5, "鲸", null, Long.MIN_VALUE)));
    private static final Freshness FRESHNESS =
            new Freshness(Instant.ofEpochSecond(1_700_000_000, 999_999_999), Instant.EPOCH, true);
    private static final Cursor CURSOR =
            new Cursor(PLACE, new UUID(1, 2), 42, true, Optional.of(new ViewToken("view")), Optional.of(FRESHNESS));

    private final Cursors cursors = Cursors.signedBy(KEY);

    @Test
    void whatIsWrittenIsReadByEveryGatewayWithTheKey() {
        assertThat(Cursors.signedBy(KEY).read(cursors.write(CURSOR))).hasValue(CURSOR);
        assertThat(cursors.areShared()).isTrue();
    }

    @Test
    void aRowOfTheTableIsAPlaceToo() {
        Place place = new Place.OfTable(3, RowKey.copyOf(new byte[] {0, -1, 5}));
        Cursor cursor = new Cursor(place, new UUID(1, 2), 42, false, Optional.empty(), Optional.empty());

        assertThat(cursors.read(cursors.write(cursor))).hasValue(cursor);
    }

    @Test
    void nobodyElseReadsOrMakesOne() {
        Cursors alone = Cursors.signedBy(Optional.empty());

        assertThat(alone.areShared()).isFalse();
        assertThat(alone.read(cursors.write(CURSOR))).isEmpty();
        assertThat(cursors.read(alone.write(CURSOR))).isEmpty();
        assertThat(Cursors.signedBy(Optional.empty()).read(alone.write(CURSOR))).isEmpty();
    }

    @Test
    void aChangeOfAnyByteIsSeenAndNoTextFails() {
        String text = cursors.write(CURSOR);
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            char[] changed = text.toCharArray();
            int at = random.nextInt(changed.length - 1);
            changed[at] = changed[at] == 'x' ? 'y' : 'x';
            assertThat(cursors.read(new String(changed))).isEmpty();
            assertThat(cursors.read(text.substring(0, random.nextInt(text.length()))))
                    .isEmpty();
        }
    }
}
