/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.core.spi.search.ViewToken;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CursorsTest {
    private static final Optional<Secret> KEY = Optional.of(new Secret("a-key-for-all-gateways"));
    private static final CursorPosition PLACE =
            new CursorPosition.OfSearch(7, new SortValues(Arrays.asList(1.5, "鲸", null, Long.MIN_VALUE)));
    private static final Freshness FRESHNESS =
            new Freshness(Instant.ofEpochSecond(1_700_000_000, 999_000_000), Instant.EPOCH, true);
    private static final Cursor CURSOR = new Cursor(
            PLACE,
            new UUID(1, 2),
            42,
            true,
            true,
            Optional.of(new ViewToken("view")),
            Optional.of(FRESHNESS),
            Optional.empty());

    private final Cursors cursors = Cursors.signedBy(KEY);

    @Test
    void whatIsWrittenIsReadByEveryGatewayWithTheKey() {
        assertThat(Cursors.signedBy(KEY).read(cursors.write(CURSOR))).hasValue(CURSOR);
        assertThat(cursors.areShared()).isTrue();
    }

    @Test
    void aRowOfTheTableIsAPlaceToo() {
        CursorPosition place = new CursorPosition.OfTable(3, RowKey.copyOf(new byte[] {0, -1, 5}));
        Cursor cursor = new Cursor(
                place, new UUID(1, 2), 42, false, false, Optional.empty(), Optional.empty(), Optional.empty());

        assertThat(cursors.read(cursors.write(cursor))).hasValue(cursor);
    }

    @Test
    void whatNowMeansIsKept() {
        Instant now = Instant.ofEpochMilli(1_700_000_000_123L);
        Cursor cursor =
                new Cursor(PLACE, new UUID(1, 2), 42, true, true, Optional.empty(), Optional.empty(), Optional.of(now));

        assertThat(cursors.read(cursors.write(cursor))).hasValue(cursor);
    }

    /** Written before cursors could have an instant. */
    @Test
    void aCursorOfAnEarlierVersionIsRead() {
        String earlier =
                "BQABAQAAAAAAAAABAAAAAAAAAAIAAAAAAAAAKgAHBAM_-AAAAAAAAAED6bK4AAKAAAAAAAAAAAQDviewAQAAAYvP5WvnAAAAAAAAAAABrEf8rePUfCX6Lj0uSRwKtg";

        assertThat(cursors.read(earlier)).hasValue(CURSOR);
    }

    @Test
    void aCursorFitsIntoAUrlHoweverManyShardsItsSnapshotIsOf() {
        ViewToken view = new ViewToken(Base64.getUrlEncoder().encodeToString(pointInTime(100)));
        Cursor cursor = new Cursor(
                PLACE, new UUID(1, 2), 42, false, false, Optional.of(view), Optional.of(FRESHNESS), Optional.empty());

        String text = cursors.write(cursor);

        assertThat(cursors.read(text)).hasValue(cursor);
        assertThat(view.value().length()).isGreaterThan(8_000);
        assertThat(text.length()).isLessThan(4_000);
        CursorPosition row = new CursorPosition.OfTable(1_000_000, RowKey.utf8("a-key-of-twenty-five-byte"));
        assertThat(cursors.write(new Cursor(
                                row,
                                new UUID(1, 2),
                                42,
                                false,
                                false,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()))
                        .length())
                .isLessThan(120);
    }

    /** As Elasticsearch writes one: for each shard the index, its node, and a number of its own. */
    private static byte[] pointInTime(int shards) {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder();
        for (int shard = 0; shard < shards; shard++) {
            text.append("hbase-search-words-000001\u0016WNYZpsGKSaqlfXrNR4ZJpg").append((char) shard);
            text.append("\u0016node-")
                    .append(shard % 5)
                    .append("-b4sKq8T3RmC9vQ1x")
                    .append(random.nextInt(1 << 20));
            text.append("\u0016dG9vbWFueWxldHRlcnM").append((char) shard);
        }
        return text.toString().getBytes(UTF_8);
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
