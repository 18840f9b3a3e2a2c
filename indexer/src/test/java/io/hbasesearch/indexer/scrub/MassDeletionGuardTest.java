/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.indexer.pipeline.Piece;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import io.hbasesearch.indexer.verify.SortedIndex;
import io.hbasesearch.indexer.verify.SortedTable;
import io.hbasesearch.indexer.verify.Verify;
import io.hbasesearch.indexer.verify.VerifyOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of an index whose indexer reads rows as gone that are not. */
@Timeout(60)
class MassDeletionGuardTest {
    private static final int ROWS = 20_000;

    private final SortedTable table = new SortedTable();
    private final SortedIndex index = new SortedIndex();
    private final List<RowKey> touched = new CopyOnWriteArrayList<>();
    private final PipelineHealth health = new PipelineHealth("test", Clock.systemUTC());
    private final ScrubState state = new ScrubState("test", true, Metrics.none(), Clock.systemUTC());
    private MassDeletionGuard brake = new MassDeletionGuard("test", 10, index.documents::size, health, Metrics.none());

    @Test
    void rowsThatAreGoneAreAnnouncedUpToAPartOfTheIndex() {
        rows(ROWS, ROWS - 2_000);
        pass();
        assertThat(touched).hasSize(2_000);
        assertThat(health.worst()).isEmpty();
    }

    @Test
    void aTableThatReadsAsEmptyDoesNotEmptyTheIndex() {
        rows(ROWS, 0);
        pass();
        assertThat(touched).hasSize(2_000);
        assertThat(brake.isOn()).isTrue();
        assertThat(health.worst().orElseThrow().message())
                .contains("2000 of about 20000 documents", "verify test --repair", "indexer.scrub.maxGonePercent");

        pass();
        assertThat(touched).as("nor does the next pass").hasSize(2_000);
    }

    /** Another process may have scrubbed in between, and found the same, or nothing yet. */
    @Test
    void whoScrubsAgainStillHoldsBack() {
        rows(ROWS, 0);
        pass();
        brake.standDown();
        assertThat(brake.isOn()).isFalse();
        assertThat(health.worst()).isEmpty();
        touched.clear();

        pass();

        assertThat(touched).isEmpty();
        assertThat(health.worst()).isPresent();
        assertThat(brake.isOn()).isTrue();
    }

    @Test
    void whatElseDiffersIsAnnouncedMeanwhile() {
        rows(ROWS, 0);
        pass();
        touched.clear();
        RowKey written = row(ROWS + 1);
        table.rows.put(written, ByteArray.utf8("body"));
        pass();
        assertThat(touched).containsExactly(written);
    }

    @Test
    void goesOnOnceAPassFindsFew() {
        rows(ROWS, 0);
        pass();
        touched.clear();
        rows(ROWS, ROWS - 100);
        pass();
        assertThat(touched).as("nobody knew how many there are").isEmpty();
        assertThat(health.worst()).isEmpty();
        pass();
        assertThat(touched).hasSize(100);
    }

    @Test
    void fewDocumentsAreNoReasonForAnAlarm() {
        rows(1_000, 0);
        pass();
        assertThat(touched).hasSize(1_000);
        assertThat(health.worst()).isEmpty();
    }

    @Test
    void mayBeLetOff() {
        brake = new MassDeletionGuard("test", 100, index.documents::size, health, Metrics.none());
        rows(ROWS, 0);
        pass();
        assertThat(touched).hasSize(ROWS);
        assertThat(health.worst()).isEmpty();
    }

    private void pass() {
        brake.begin();
        VerifyOptions options = VerifyOptions.standard().withSettle(Duration.ZERO, 0);
        IndexDefinition definition = new IndexDefinition(
                "test",
                TableId.parse("t"),
                RowKeyFormat.BINARY,
                List.of(FieldMapping.of("body", SortedTable.BODY, FieldType.TEXT)),
                "hash");
        new TouchingRepair(
                        () -> new Verify(definition, table, index, Duration.ofSeconds(1), options),
                        range -> List.of(range),
                        touched::addAll,
                        new BackpressureGate(() -> true, Duration.ofHours(1), Duration.ZERO, new StopSignal()),
                        state.with(brake))
                .repair(new Piece(KeyRange.all()), row -> true, () -> false);
        brake.end();
    }

    /** @param inTable of these that the table shows */
    private void rows(int inIndex, int inTable) {
        for (int i = 0; i < inIndex; i++) {
            index.put(row(i), "body");
            if (i < inTable) {
                table.rows.put(row(i), ByteArray.utf8("body"));
            }
        }
    }

    private static RowKey row(int number) {
        return RowKey.utf8(String.format("row%05d", number));
    }
}
