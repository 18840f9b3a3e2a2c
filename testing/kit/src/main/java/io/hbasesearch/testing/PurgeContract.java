/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.failed;
import static io.hbasesearch.testing.Fixtures.upsert;
import static io.hbasesearch.testing.Fixtures.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.PurgedStubs;
import io.hbasesearch.core.spi.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Old stubs of rows that are gone can be removed, and leave nothing behind that would stand in a later event's way. */
public abstract class PurgeContract extends BackendContract {
    private static final long HOUR_MILLIS = 3_600_000;
    private static final WriteResult APPLIED = new WriteResult.Applied();
    private static final WriteResult SUPERSEDED = new WriteResult.Superseded();

    private final long now = System.currentTimeMillis();

    @Test
    void onlyStubsOfRowsThatWereGoneLongAgoAreRemoved() {
        try (DocumentWriter writer = openWriter()) {
            write(
                    writer,
                    gone("old", 1, 3),
                    gone("young", 2, 1),
                    old(failed("failed", 3)),
                    old(upsert("live", 4, "cat")));
            refresh();
            assertThat(purge(writer, 100)).isEqualTo(new PurgedStubs(1, 1));
            assertThat(rows()).containsExactlyInAnyOrder("young", "failed", "live");
            assertThat(purge(writer, 100)).isEqualTo(PurgedStubs.none());
        }
    }

    @Test
    void theNextEventOfAPurgedRowIsWrittenThoughItsVersionIsTheNext() {
        try (DocumentWriter writer = openWriter()) {
            write(writer, gone("a", 5, 3));
            refresh();
            assertThat(purge(writer, 100).removed()).isEqualTo(1);
            assertThat(write(writer, upsert("a", 6, "back"))).containsExactly(APPLIED);
        }
        assertThat(scanAll()).singleElement().satisfies(document -> {
            assertThat(document.version()).isEqualTo(version(6).value());
            assertThat(document.state()).isEqualTo(IndexedDocument.State.LIVE);
        });
    }

    @Test
    void purgedStubStaysGoneAfterReopeningAndItsRowCanReturn() {
        try (DocumentWriter writer = openWriter()) {
            write(writer, gone("a", 5, 3));
            refresh();
            purge(writer, 100);
            writer.positions().ifPresent(positions -> positions.commit(Map.of()));
        }
        harness().reopen(metadata());
        assertThat(scanAll()).isEmpty();
        try (DocumentWriter writer = openWriter()) {
            assertThat(write(writer, upsert("a", 6, "back"))).containsExactly(APPLIED);
        }
        assertThat(rows()).containsExactly("a");
    }

    @Test
    void returnedRowKeepsItsDocumentEvenIfSearchesShowTheStub() {
        try (DocumentWriter writer = openWriter()) {
            write(writer, gone("a", 5, 3));
            refresh();
            write(writer, upsert("a", 6, "back"));
            assertThat(purge(writer, 100).removed()).isZero();
            assertThat(write(writer, upsert("a", 5, "late"))).containsExactly(SUPERSEDED);
        }
        assertThat(rows()).containsExactly("a");
    }

    @Test
    void aStubThatWasWrittenAnewIsAsYoungAsItsLastRead() {
        try (DocumentWriter writer = openWriter()) {
            write(writer, gone("a", 5, 3));
            write(writer, gone("a", 6, 1));
            refresh();
            assertThat(purge(writer, 100)).isEqualTo(PurgedStubs.none());
        }
        assertThat(rows()).containsExactly("a");
    }

    @Test
    void noMoreAreRemovedAtOnceThanWereAskedForAndAllInTheEnd() {
        try (DocumentWriter writer = openWriter()) {
            List<IndexOperation> stubs = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                stubs.add(gone("row" + i, i + 1, 3));
            }
            write(writer, stubs);
            refresh();
            assertThat(purge(writer, 10)).isEqualTo(new PurgedStubs(10, 10));
            assertThat(purge(writer, 10)).isEqualTo(new PurgedStubs(10, 10));
            assertThat(purge(writer, 10)).isEqualTo(new PurgedStubs(5, 5));
        }
        assertThat(scanAll()).isEmpty();
    }

    /** What was read more than two hours ago. */
    private PurgedStubs purge(DocumentWriter writer, int most) {
        return writer.purgeStubs(now - 2 * HOUR_MILLIS, most);
    }

    private IndexOperation gone(String row, long offset, int hoursAgo) {
        return new IndexOperation.MarkDeleted(RowKey.utf8(row), version(offset), now - hoursAgo * HOUR_MILLIS);
    }

    private IndexOperation old(IndexOperation operation) {
        long read = now - 3 * HOUR_MILLIS;
        return operation instanceof IndexOperation.Upsert upsert
                ? new IndexOperation.Upsert(upsert.row(), upsert.version(), read, upsert.document())
                : new IndexOperation.MarkFailed(operation.row(), operation.version(), read);
    }

    private void refresh() {
        try (DocumentSearcher searcher = openSearcher()) {
            searcher.refresh();
        }
    }

    private List<String> rows() {
        return scanAll().stream().map(document -> document.row().bytes().utf8()).toList();
    }
}
