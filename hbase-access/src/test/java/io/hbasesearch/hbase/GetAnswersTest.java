/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class GetAnswersTest {
    private static final int KEYS = 10;

    private final List<RowKey> keys =
            IntStream.range(0, KEYS).mapToObj(i -> RowKey.utf8("k" + i)).toList();
    private final List<CompletableFuture<Result>> answers =
            Stream.generate(CompletableFuture<Result>::new).limit(KEYS).toList();

    @Test
    void allRowsAreReturnedInTheOrderOfTheirKeysWhateverComesFirst() {
        GetAnswers rows = answers(10_000, 10_000);
        for (int place = KEYS - 1; place >= 0; place--) {
            assertThat(rows.done()).isNotDone();
            answer(place, place == 3 ? 0 : 100);
        }
        assertThat(rows.done()).isCompleted();
        assertThat(rows.rows()).extracting(Row::key).containsExactlyElementsOf(keys);
        assertThat(rows.rows()).extracting(Row::isEmpty).containsOnlyOnce(true);
    }

    @Test
    void theLastRowsAreDroppedOnceAllHaveMoreBytesThanAllowed() {
        GetAnswers rows = answers(10_000, 3_000);
        for (int place : new int[] {9, 5, 7, 1, 0}) {
            answer(place, 1_100);
            assertThat(rows.done()).isNotDone();
            assertThat(rows.rows()).hasSizeLessThanOrEqualTo(2);
        }
        answer(2, 200);
        answer(3, 200);
        assertThat(rows.done()).as("the row behind it was dropped before").isNotDone();
        answer(4, 0);
        assertThat(rows.done()).isCompleted();
        assertThat(rows.rows()).extracting(Row::key).containsExactlyElementsOf(keys.subList(0, 5));
        answer(6, 1_100);
        assertThat(rows.rows()).hasSize(5);
    }

    @Test
    void theFirstRowIsKeptEvenIfItIsLargerThanAllMayBe() {
        GetAnswers rows = answers(10_000, 3_000);
        answer(1, 2_000);
        answer(0, 5_000);
        assertThat(rows.done()).as("nothing behind it is waited for").isCompleted();
        assertThat(rows.rows()).extracting(Row::key).containsExactly(keys.get(0));
    }

    @Test
    void rowsThatAreTooLargeTakeNoRoomFromOthers() {
        GetAnswers rows = answers(1_000, 1_000);
        IntStream.range(0, KEYS).forEach(place -> answer(place, place % 2 == 0 ? 2_000 : 10));
        assertThat(rows.rows())
                .hasSize(KEYS)
                .filteredOn(row -> row.excess().isPresent())
                .hasSize(KEYS / 2);
    }

    @Test
    void oneFailedAnswerFailsAllButHoldsRoomUntilTheLastArrives() {
        GetAnswers rows = new GetAnswers(keys, ColumnSelection.everything(), 1_000, 1_000);
        CompletableFuture<Void> all = rows.add(answers);
        answers.get(4).completeExceptionally(new IOException("lost"));
        assertThat(rows.done()).isCompletedExceptionally();
        assertThat(all).isNotDone();
        IntStream.range(0, KEYS).forEach(place -> answer(place, 10));
        assertThat(all).isCompleted();
        assertThat(rows.done()).isCompletedExceptionally();
    }

    @Test
    void theFailureOfADroppedAnswerFailsNoOther() {
        GetAnswers rows = answers(10_000, 1_500);
        answer(1, 1_000);
        answer(2, 1_000);
        answers.get(3).completeExceptionally(new IOException("lost"));
        assertThat(rows.done()).isNotDone();
        answer(0, 100);
        assertThat(rows.done()).isCompleted();
        assertThat(rows.rows()).extracting(Row::key).containsExactlyElementsOf(keys.subList(0, 2));
    }

    private GetAnswers answers(long mostRowBytes, long mostBytes) {
        GetAnswers rows = new GetAnswers(keys, ColumnSelection.everything(), mostRowBytes, mostBytes);
        var unused = rows.add(answers);
        return rows;
    }

    private void answer(int place, int bytes) {
        answers.get(place)
                .complete(
                        bytes == 0
                                ? Result.EMPTY_RESULT
                                : Result.create(List.of(new KeyValue(
                                        keys.get(place).bytes().toBytes(),
                                        Bytes.toBytes("d"),
                                        Bytes.toBytes("c"),
                                        new byte[bytes]))));
    }
}
