/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.RawDocument;
import io.hbasesearch.system.RawWrites;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A reindex has read rows and is stopped before it has written them (SIGSTOP); they are deleted meanwhile. Whatever the index has
 * forgotten when it goes on, no row rises again.
 */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
@Timeout(600)
class ReindexStoppedIT {
    private static final int ROWS = 60;
    private static final List<Integer> DELETED = List.of(3, 17, 42);
    private static final int CHANGING_ROWS = 50;
    private static final long SEED = 7;
    private static final int OPERATIONS_PER_SECOND = 40;
    private static final RowKey PROBE = RowKey.utf8("probe");
    private static final long DELETED_AT = 200;
    private static final long OLDER = 100;

    @Test
    void rowsReadEarlierStayDeletedAfterTheEngineForgetsDeletes(Servers servers, @TempDir Path directory)
            throws Exception {
        ReindexStand stand = ReindexStand.withIndex(servers, directory, "reindexgc", ROWS);
        RawWrites raw = new RawWrites(servers.addresses().rawElasticsearch(), stand.name());
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer");
                SearchProcess reindex = stopWithReadRows(stand, raw)) {
            changeMeanwhile(stand);
            try (Workload workload =
                    new Workload(stand.table(), CHANGING_ROWS, SEED).startSlowly(OPERATIONS_PER_SECOND)) {
                forgetDeletes(raw);
                reindex.resume();
                stand.assertEnds(reindex, 0, "reindex");
                assertThat(workload.operations()).isPositive();
            }
            // What it had read has met the stubs: nothing but their versions stood in its way.
            assertThat(stand.counts().superseded()).isGreaterThanOrEqualTo(DELETED.size());
            stand.awaitConverged();
            // The workload may have put one of them anew.
            Set<RowKey> there = stand.table().expected().keySet();
            assertThat(states(stand)).allSatisfy((row, state) -> assertThat(state)
                    .isEqualTo(
                            there.contains(ReindexStand.key(row)) ? RawDocument.State.ROW : RawDocument.State.DELETED));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    @Test
    void stoppedPastTheRetentionOfStubsItReadsAgainWhatItHasRead(Servers servers, @TempDir Path directory)
            throws Exception {
        ReindexStand stand = ReindexStand.withIndex(servers, directory, "reindexpurge", ROWS);
        stand.configure("urls:", "requestTimeout: 4s\n    urls:");
        stand.configure("indexer: {", "indexer: {stubRetention: 20s, ");
        RawWrites raw = new RawWrites(servers.addresses().rawElasticsearch(), stand.name());
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer");
                SearchProcess reindex = stopWithReadRows(stand, raw)) {
            long read = stand.counts().rows();
            changeMeanwhile(stand);
            Oracle.await("the stubs are purged", ReindexStand.PATIENCE, () -> states(stand)
                    .isEmpty());
            forgetDeletes(raw);
            reindex.resume();
            stand.assertEnds(reindex, 0, "reindex");
            assertThat(stand.counts().rows()).as("read again").isGreaterThanOrEqualTo(read + ROWS - DELETED.size());
            stand.awaitEqual();
            assertThat(states(stand)).doesNotContainValue(RawDocument.State.ROW);
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    @Test
    void oneThatWasTakenForDeadEndsWhenItFindsThatAnotherHasGoneOn(Servers servers, @TempDir Path directory)
            throws Exception {
        ReindexStand stand = ReindexStand.withIndex(servers, directory, "reindextakenover", ROWS);
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer");
                SearchProcess first = stand.start("first", "--threads", "1", "--rows-per-second", "2")) {
            stand.awaitRows(1);
            first.pause();
            assertThat(stand.run(0)).contains("\"state\":\"done\"");
            first.resume();
            stand.assertEnds(first, 1, "first");
            assertThat(stand.site().log("first")).content().contains("\"name\":\"INDEX_LOCKED\"");
            assertThat(stand.newest().orElseThrow().state()).isEqualTo(RunState.State.DONE);
            stand.awaitConverged();
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    /** It holds every row of the table in its hands, and cannot write them. */
    private static SearchProcess stopWithReadRows(ReindexStand stand, RawWrites raw) throws Exception {
        raw.configure("{\"index.blocks.write\": true}");
        SearchProcess reindex = stand.start("reindex", "--threads", "1");
        try {
            stand.awaitRows(ROWS);
            reindex.pause();
            raw.configure("{\"index.blocks.write\": false}");
            assertThat(stand.site().oracle().read()).isEmpty();
            return reindex;
        } catch (Exception | Error e) {
            reindex.kill();
            throw e;
        }
    }

    private static void changeMeanwhile(ReindexStand stand) throws Exception {
        try (Table open = stand.table().open()) {
            for (int row : DELETED) {
                open.delete(new Delete(ReindexStand.key(row).bytes().toBytes()));
            }
        }
        stand.put(5, 8, "newer");
        stand.put(ROWS, ROWS + 5, "new");
        Oracle.await(
                "their events are indexed",
                ReindexStand.PATIENCE,
                () -> states(stand).size() == DELETED.size() && read(stand).containsKey(ReindexStand.key(ROWS + 4)));
    }

    /** Closed and opened, and longer ago than deletes are remembered: what is older than a delete is taken. */
    private static void forgetDeletes(RawWrites raw) throws Exception {
        assertThat(raw.deleteAt(PROBE, DELETED_AT)).isTrue();
        assertThat(raw.addAt(PROBE, OLDER)).as("as long as the delete is known").isFalse();
        raw.configure("{\"index.gc_deletes\": \"1s\"}");
        raw.reopen();
        assertThat(raw.deleteAt(PROBE, DELETED_AT)).isTrue();
        Oracle.await("deletes are forgotten", ReindexStand.PATIENCE, () -> isTaken(raw));
    }

    private static boolean isTaken(RawWrites raw) {
        try {
            return raw.addAt(PROBE, OLDER);
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of what the index has of the rows that were deleted. */
    private static Map<Integer, RawDocument.State> states(ReindexStand stand) {
        Map<RowKey, RawDocument> documents = read(stand);
        return DELETED.stream()
                .filter(row -> documents.containsKey(ReindexStand.key(row)))
                .collect(Collectors.toMap(
                        row -> row, row -> documents.get(ReindexStand.key(row)).state()));
    }

    private static Map<RowKey, RawDocument> read(ReindexStand stand) {
        try {
            return stand.site().oracle().read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
