/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DoneRangesTest {
    private static KeyRange range(String start, String stop) {
        return new KeyRange(ByteArray.utf8(start), ByteArray.utf8(stop));
    }

    @Test
    void rangesThatMeetOrOverlapAreOne() {
        DoneRanges done = DoneRanges.none()
                .plus(range("c", "d"))
                .plus(range("a", "b"))
                .plus(range("b", "c"))
                .plus(range("f", "h"))
                .plus(range("g", "k"));
        assertThat(done.ranges()).containsExactly(range("a", "d"), range("f", "k"));
        assertThat(done.plus(range("", "a")).plus(range("d", "")).ranges()).containsExactly(KeyRange.all());
    }

    @Test
    void whatIsMissingIsWhatLiesBetween() {
        DoneRanges done = DoneRanges.none().plus(range("b", "c")).plus(range("e", "g"));
        assertThat(done.missing(KeyRange.all())).containsExactly(range("", "b"), range("c", "e"), range("g", ""));
        assertThat(done.missing(range("b", "f"))).containsExactly(range("c", "e"));
        assertThat(done.missing(range("bb", "bc"))).isEmpty();
        assertThat(done.missing(range("h", "i"))).containsExactly(range("h", "i"));
        assertThat(done.missing(range("", "a"))).containsExactly(range("", "a"));
        assertThat(DoneRanges.none().plus(range("", "c")).missing(range("a", "")))
                .containsExactly(range("c", ""));
        assertThat(DoneRanges.none().plus(range("c", "")).missing(range("a", "")))
                .containsExactly(range("a", "c"));
        assertThat(DoneRanges.none().missing(KeyRange.all())).containsExactly(KeyRange.all());
    }

    /** Every key is either done or missing, whatever the ranges are. */
    @Test
    void nothingIsBothAndNothingIsNeither() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            DoneRanges done = DoneRanges.none();
            List<KeyRange> given = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                KeyRange range = range(bound(random), bound(random));
                given.add(range);
                done = done.plus(range);
            }
            KeyRange of = range(bound(random), bound(random));
            for (char c = 'a'; c <= 'j'; c++) {
                RowKey key = RowKey.utf8(c + "x");
                boolean isDone = given.stream().anyMatch(range -> !range.isEmpty() && range.contains(key));
                boolean isMissing = done.missing(of).stream().anyMatch(range -> range.contains(key));
                assertThat(done.contains(key)).isEqualTo(isDone);
                assertThat(isMissing).as(of + " " + given + " " + key).isEqualTo(of.contains(key) && !isDone);
            }
        }
    }

    private static String bound(Random random) {
        int letter = random.nextInt(12);
        return letter > 9 ? "" : String.valueOf((char) ('a' + letter));
    }
}
