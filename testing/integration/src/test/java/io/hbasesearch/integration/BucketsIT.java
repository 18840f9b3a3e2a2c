/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows in buckets: of a row of a hundred thousand columns an edit of one cell writes one document, in a process with little memory.
 * Edits of the whole row write all of them, and a reindex leaves no difference.
 *
 * <p>Measured on the embedded index's process, which is also the gateway: 57 to 103 MB were live after each of its full collections, while
 * the row was put, edited, deleted, put again and reindexed; 53 to 66 MB on an indexer of Elasticsearch's. The heap is a little more
 * than twice that, and two thirds of it may be live: two such rows at once, with what is made of them, are more.
 */
@ExtendWith(Servers.Extension.class)
@Timeout(1500)
@OnlyWithFaults
class BucketsIT {
    private static final int BUCKETS = 16;
    private static final String CELLS = "buckets: " + BUCKETS;

    @Test
    void aCellOfAVeryWideRowIsOneDocumentInElasticsearch(Servers servers, @TempDir Path directory) throws Exception {
        try (CellsStand stand = CellsStand.elasticsearch(servers, directory, "buckets", CELLS, "192m")) {
            stand.readFilesOf(servers.hbase());
            editAndSearch(stand, "indexer", "--engine", "mapreduce", "--snapshot");
            assertThat(stand.liveBytes()).isBetween(1L, 128L << 20);
        }
    }

    @Test
    void aCellOfAVeryWideRowIsOneDocumentInAnEmbeddedIndex(Servers servers, @TempDir Path directory) throws Exception {
        try (CellsStand stand = CellsStand.embedded(servers, directory, "bucketsembedded", CELLS, "256m")) {
            editAndSearch(stand, "serve");
            assertThat(stand.liveBytes()).isBetween(1L, 170L << 20);
        }
    }

    /** @param reindex how the index is filled again, once */
    private static void editAndSearch(CellsStand stand, String process, String... reindex) throws Exception {
        stand.putWide("wide");
        stand.converge();
        // At least once each: how many polls brought the puts is a matter of chance.
        assertThat(stand.written()).isGreaterThanOrEqualTo(BUCKETS);
        oneCellIsOneDocument(stand);
        aWideRowIsShownInPart(stand);
        stand.apply(new Delete(Bytes.toBytes("wide")).addFamily(TestTable.FAMILY));
        stand.converge();
        stand.await("cell.qualifier:c*", JsonNode::isEmpty);
        stand.putWide("wide");
        stand.converge();
        stand.reindex(reindex);
        stand.converge();
        stand.apply(new Delete(Bytes.toBytes("wide")));
        stand.converge();
        stand.await("cell.qualifier:c*", JsonNode::isEmpty);
        assertThat(stand.site().run(0, "dead-letters", "list", stand.site().index()))
                .contains("0 in all.");
        assertThat(stand.isAlive()).isTrue();
        assertThat(stand.site().log(process)).content().doesNotContain("OutOfMemoryError");
    }

    private static void oneCellIsOneDocument(CellsStand stand) throws Exception {
        long before = stand.written();
        long events = stand.announced();
        stand.put("wide", "c050000", "a grey cat");
        JsonNode grey = stand.await("grey", hits -> hits.size() == 1);
        assertThat(grey.at("/0/key").asText()).isEqualTo("wide");
        assertThat(CellsStand.cells(grey.get(0))).containsOnlyKeys("c050000");
        stand.converge();
        // An event may come twice.
        assertThat(stand.written() - before).isBetween(1L, stand.announced() - events);
        // One hit for the row, whichever of its documents match.
        JsonNode text = stand.hits("text");
        assertThat(text).hasSize(1);
        assertThat(text.at("/0/matching_cells").asInt()).isEqualTo(CellsStand.WIDE - 1);
        before = stand.written();
        events = stand.announced();
        stand.putOwner("wide", "Ann");
        stand.converge();
        assertThat(stand.written() - before).isBetween((long) BUCKETS, BUCKETS * (stand.announced() - events));
        stand.await("grey owner:Ann", hits -> hits.size() == 1);
    }

    private static void aWideRowIsShownInPart(CellsStand stand) {
        JsonNode row = stand.answer("/rows/wide?keyFormat=text");
        assertThat(row.path("columns")).hasSizeBetween(10_000, 10_010);
        assertThat(row.at("/columns/m:owner/value").asText()).isEqualTo("Ann");
        assertThat(row.at("/cut/0/stage").asText()).isEqualTo("columns");
        JsonNode some = stand.answer("/rows/wide?keyFormat=text&columns=d:c099999");
        assertThat(some.path("columns")).hasSize(1);
        assertThat(some.at("/columns/d:c099999/value").asText()).isEqualTo("text c099999");
    }
}
