/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.core.spi.PositionStore;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** For a backend that keeps positions itself: documents and positions are committed together or not at all. */
public abstract class PositionStoreContract extends BackendContract {
    @Test
    void aNewIndexHasNoPositions() {
        try (DocumentWriter writer = openWriter()) {
            assertThat(positions(writer).load()).isEmpty();
        }
    }

    @Test
    void committedPositionsAndTheirDocumentsOutliveACrash() {
        Map<Integer, Position> committed =
                Map.of(0, new Position(2, OptionalInt.of(7)), 2, new Position(1L << 40, OptionalInt.empty()));
        DocumentWriter writer = openWriter();
        write(writer, upsert("a", 0, "cat"), upsert("b", 1, "dog"));
        positions(writer).commit(committed);
        assertThat(positions(writer).load()).isEqualTo(committed);
        write(writer, upsert("c", 2, "after the commit"));
        assertThat(harness().crash()).isTrue();

        try (DocumentWriter reopened = openWriter()) {
            assertThat(positions(reopened).load()).isEqualTo(committed);
        }
        assertThat(scanAll()).hasSize(2);
        assertThat(admin().find(definition().name())).contains(metadata());
    }

    @Test
    void aPartitionThatACommitLeavesOutKeepsItsPosition() {
        Position zero = new Position(5, OptionalInt.of(1));
        Position one = new Position(6, OptionalInt.of(1));
        Position later = new Position(9, OptionalInt.of(2));
        try (DocumentWriter writer = openWriter()) {
            positions(writer).commit(Map.of(0, zero, 1, one));
            positions(writer).commit(Map.of(1, later));
        }
        harness().reopen(metadata());
        try (DocumentWriter writer = openWriter()) {
            assertThat(positions(writer).load()).isEqualTo(Map.of(0, zero, 1, later));
        }
    }

    @Test
    void aCrashBeforeTheFirstCommitLeavesAnEmptyIndex() {
        DocumentWriter writer = openWriter();
        write(writer, upsert("a", 0, "cat"));
        assertThat(harness().crash()).isTrue();
        try (DocumentWriter reopened = openWriter()) {
            assertThat(positions(reopened).load()).isEmpty();
        }
        assertThat(scanAll()).isEmpty();
        assertThat(admin().find(definition().name())).contains(metadata());
    }

    @Test
    void aCrashAtAnyMomentNeverLeavesAPositionAheadOfItsDocuments() throws Exception {
        long next = 0;
        for (int round = 0; round < 4; round++) {
            long goal = next + 15;
            crashWhileWriting(next, goal);
            try (DocumentWriter reopened = openWriter();
                    DocumentSearcher searcher = openSearcher()) {
                next = positions(reopened).load().get(0).nextOffset();
                assertThat(next).isGreaterThanOrEqualTo(goal);
                for (long offset = 0; offset < next; offset++) {
                    DocumentId id = DocumentId.of(RowKey.utf8("row" + offset));
                    assertThat(searcher.get(id))
                            .as("row %d of %d", offset, next)
                            .isPresent();
                }
            }
        }
    }

    /** Writes and commits in another thread until at least {@code goal} was committed, and crashes in the midst of it. */
    private void crashWhileWriting(long from, long goal) throws InterruptedException {
        DocumentWriter writer = openWriter();
        PositionStore positions = positions(writer);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            thread.submit(() -> {
                for (long offset = from; true; offset++) {
                    write(writer, upsert("row" + offset, offset, "number " + offset));
                    positions.commit(Map.of(0, new Position(offset + 1, OptionalInt.of(1))));
                }
            });
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> positions.load().getOrDefault(0, start()).nextOffset() >= goal);
            assertThat(harness().crash()).isTrue();
        } finally {
            thread.shutdownNow();
            assertThat(thread.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    private static Position start() {
        return new Position(0, OptionalInt.empty());
    }

    private static PositionStore positions(DocumentWriter writer) {
        return writer.positions().orElseThrow(() -> new AssertionError("this backend keeps no positions"));
    }
}
