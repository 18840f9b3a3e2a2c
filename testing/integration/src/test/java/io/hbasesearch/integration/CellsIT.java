/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Cells are found, in rows of a few and of a hundred thousand columns; edits of every kind, and a reindex, leave no difference. */
@ExtendWith(Servers.Extension.class)
@Timeout(900)
class CellsIT {
    private static final String CELLS = "maxCells: " + CellsStand.WIDE;
    private static final String HEAP = "384m";

    @Test
    @OnlyWithFaults
    void cellsAreFoundInElasticsearch(Servers servers, @TempDir Path directory) throws Exception {
        try (CellsStand stand = CellsStand.elasticsearch(servers, directory, "cells", CELLS, HEAP)) {
            editAndSearch(stand);
        }
    }

    @Test
    void cellsAreFoundInAnEmbeddedIndex(Servers servers, @TempDir Path directory) throws Exception {
        try (CellsStand stand = CellsStand.embedded(servers, directory, "cellsembedded", CELLS, HEAP)) {
            editAndSearch(stand);
        }
    }

    private static void editAndSearch(CellsStand stand) throws Exception {
        stand.apply(put("ann").addColumn(CellsStand.META, Bytes.toBytes("owner"), Bytes.toBytes("Ann")));
        stand.apply(put("bob"));
        stand.putWide("wide");
        stand.converge();
        JsonNode last = stand.await("cell.qualifier:c099999", hits -> hits.size() == 1);
        assertThat(last.at("/0/key").asText()).isEqualTo("wide");
        assertThat(CellsStand.cells(last.get(0))).isEqualTo(Map.of("c099999", "text c099999"));
        JsonNode ann = stand.hits("grey owner:Ann");
        assertThat(ann).hasSize(1);
        assertThat(ann.at("/0/key").asText()).isEqualTo("ann");
        assertThat(ann.at("/0/fields/owner").asText()).isEqualTo("Ann");
        assertThat(CellsStand.cells(ann.get(0))).isEqualTo(Map.of("first", "a grey cat"));
        stand.apply(new Delete(Bytes.toBytes("ann")).addColumns(TestTable.FAMILY, Bytes.toBytes("first")));
        stand.apply(new Delete(Bytes.toBytes("bob")).addFamily(TestTable.FAMILY));
        stand.put("wide", "c050000", "a grey cat");
        stand.converge();
        JsonNode grey = stand.await(
                "grey", hits -> hits.size() == 1 && hits.at("/0/key").asText().equals("wide"));
        assertThat(CellsStand.cells(grey.get(0))).isEqualTo(Map.of("c050000", "a grey cat"));
        stand.apply(new Delete(Bytes.toBytes("wide")));
        stand.converge();
        stand.await("cell.qualifier:c*", JsonNode::isEmpty);
        stand.reindex();
        stand.converge();
        JsonNode dogs = stand.hits("dogs");
        assertThat(dogs.at("/0/key").asText()).isEqualTo("ann");
        assertThat(CellsStand.cells(dogs.get(0))).isEqualTo(Map.of("second", "two dogs"));
        assertThat(stand.site().run(0, "dead-letters", "list", stand.site().index()))
                .contains("0 in all.");
        assertThat(stand.isAlive()).isTrue();
    }

    private static Put put(String row) {
        return new Put(Bytes.toBytes(row))
                .addColumn(TestTable.FAMILY, Bytes.toBytes("first"), Bytes.toBytes("a grey cat"))
                .addColumn(TestTable.FAMILY, Bytes.toBytes("second"), Bytes.toBytes("two dogs"));
    }
}
