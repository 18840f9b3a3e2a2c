/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.kafka.DeadLetterReader.StoredDeadLetter;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeadLetterPageTest {
    @Test
    void aPageHoldsTheNewestFirstAndCountsAll() {
        DeadLetterPage page = new DeadLetterPage(2, Long.MAX_VALUE);
        for (int i = 0; i < 5; i++) {
            page.add(letter(i, i == 0 ? DeadLetter.Stage.WRITE : DeadLetter.Stage.MAP));
        }

        assertThat(page.entries()).extracting(DeadLetterPage.Entry::offset).containsExactly(4L, 3L);
        assertThat(page.hasOlder()).isTrue();
        assertThat(page.count()).isEqualTo(5);
        assertThat(page.totals()).extracting(DeadLetterPage.Total::letters).containsExactly(4L, 1L);
    }

    @Test
    void theNextPageGoesOnWhereTheLastEnded() {
        DeadLetterPage page = new DeadLetterPage(2, 2);
        for (int i = 0; i < 5; i++) {
            page.add(letter(i, DeadLetter.Stage.MAP));
        }

        assertThat(page.entries()).extracting(DeadLetterPage.Entry::offset).containsExactly(1L, 0L);
        assertThat(page.hasOlder()).isFalse();
        assertThat(page.count()).isEqualTo(5);
    }

    @Test
    void aFilterAsksForAllThatIsSet() {
        StoredDeadLetter letter = letter(3, DeadLetter.Stage.MAP);

        assertThat(DeadLetterFilter.all().matches(letter)).isTrue();
        assertThat(filter(DeadLetter.Stage.MAP, "row3", 1_003).matches(letter)).isTrue();
        assertThat(filter(DeadLetter.Stage.WRITE, "row3", 1_003).matches(letter))
                .isFalse();
        assertThat(filter(DeadLetter.Stage.MAP, "row4", 1_003).matches(letter)).isFalse();
        assertThat(filter(DeadLetter.Stage.MAP, "row3", 1_004).matches(letter)).isFalse();
    }

    private static DeadLetterFilter filter(DeadLetter.Stage stage, String row, long sinceMillis) {
        return new DeadLetterFilter(
                Optional.of(stage),
                Optional.of(ErrorCode.ROW_UNMAPPABLE),
                Optional.of(RowKey.utf8(row)),
                Optional.of(Instant.ofEpochMilli(sinceMillis)),
                Set.of(3L));
    }

    private static StoredDeadLetter letter(int number, DeadLetter.Stage stage) {
        RowKey row = RowKey.utf8("row" + number);
        DeadLetter letter = new DeadLetter(
                new DeadLetter.Origin("mail", "default:mail", "hbase-search.default.mail"),
                new SourceEvent(0, number, OptionalInt.empty(), row.bytes().toBytes(), new byte[0]),
                Optional.of(row),
                new DeadLetter.Failure(stage, ErrorCode.ROW_UNMAPPABLE, "column d:count"),
                Instant.ofEpochMilli(1_000 + number));
        return new StoredDeadLetter(0, number, letter, 0, Optional.empty());
    }
}
