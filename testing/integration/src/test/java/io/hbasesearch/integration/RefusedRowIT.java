/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.RawDocument;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A row that can be mapped and that Elasticsearch itself refuses: no indexer can mend it, so whatever repairs leaves it alone. */
@ExtendWith(Servers.Extension.class)
@Timeout(300)
class RefusedRowIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String INDEX = "refused";
    private static final int GOOD = 30;
    private static final RowKey REFUSED = RowKey.utf8("refused");
    /** A text may be of any length, but this analyzer makes one term of it, and a term has 32,766 bytes at most. */
    private static final String DEFINITION =
            """
            table: default:%s
            rowKey: {format: binary}
            fields:
              text: {column: "d:text", type: text}
              note: {column: "d:note", type: text, analyzer: keyword}
            """;

    private static final String TOO_LONG = "n".repeat(33_000);

    @Test
    void itsStubAndItsLetterStayUntilItIsMendedAndReplayed(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(servers.connection(), INDEX, 1);
        Site site = Site.withDefinition(
                servers.addresses(), directory, INDEX, new Site.Definition(DEFINITION.formatted(INDEX)));
        site.addPeer(INDEX, INDEX, 1);
        site.run(0, "index", "create", INDEX);
        try (RunningIndexer indexer = start(site, "{enabled: false}")) {
            write(table);
            Oracle.await("its stub", PATIENCE, () -> isRefused(site));
            lookAtItsLetter(site);
            verifyLeavesItAlone(site);
            assertThat(indexer.check().ok()).isTrue();
        }
        try (RunningIndexer indexer = start(site, "{rowsPerSecond: 10000, pauseBetweenPasses: 200ms, settle: 50ms}")) {
            scrubLeavesItAlone(site, indexer);
        }
        try (RunningIndexer indexer = start(site, "{enabled: false}")) {
            mendAndReplay(site, table);
            site.oracle().awaitConverged(table.expected(), PATIENCE, () -> site.events("default", INDEX));
            assertThat(site.run(0, "verify", INDEX)).contains("Nothing differs");
            assertThat(indexer.check().ok()).isTrue();
        }
    }

    private static RunningIndexer start(Site site, String scrub) throws IOException {
        site.configWithIndexer("hbase-search", "{scrub: " + scrub + "}");
        return RunningIndexer.start(site);
    }

    private static boolean isRefused(Site site) {
        try {
            RawDocument document = site.oracle().read().get(REFUSED);
            return document != null && document.state() == RawDocument.State.FAILED;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void lookAtItsLetter(Site site) throws Exception {
        assertThat(site.oracle().read().get(REFUSED).fields()).isEmpty();
        assertThat(site.run(0, "dead-letters", "list", INDEX, "-o", "json"))
                .contains("\"stage\":\"WRITE\",\"code\":\"DOCUMENT_REJECTED\",\"letters\":")
                .contains("\"row\":\"refused\"", "\"state\":\"open\"", "max length 32766")
                .doesNotContain("good-", TOO_LONG.substring(0, 10))
                .as("the value, as Elasticsearch quotes it")
                .doesNotContain("110, 110");
    }

    private static void verifyLeavesItAlone(Site site) throws Exception {
        long letters = letters(site);
        String nothingDiffers = "\"missing\":0,\"stale\":0,\"extra\":0,\"undecodable\":0,\"failed\":1";
        assertThat(site.run(3, "verify", INDEX, "-o", "json"))
                .contains(nothingDiffers, "1 rows have no document, because they cannot be indexed");
        assertThat(site.run(3, "verify", INDEX, "--hashes", "-o", "json")).contains(nothingDiffers);
        assertThat(site.run(3, "verify", INDEX, "--repair", "-o", "json"))
                .contains(nothingDiffers + ",\"left_out\":0,\"repaired\":0,\"unrepaired\":0");
        assertUntouched(site, letters);
    }

    /** Whatever is written to the index was written before this indexer began: one pass of its scrub sees all of it. */
    private static void scrubLeavesItAlone(Site site, RunningIndexer indexer) throws Exception {
        long letters = letters(site);
        Oracle.await(
                "a pass of the scrub", PATIENCE, () -> indexer.check().note().contains("the last pass"));
        assertThat(indexer.check().note()).contains("index " + INDEX, "found 0 differences");
        assertThat(indexer.check().ok()).isTrue();
        assertUntouched(site, letters);
        assertThat(isRefused(site)).isTrue();
    }

    /** Mended without an event, so that nothing but the replay can have healed it. */
    private static void mendAndReplay(Site site, TestTable table) throws IOException {
        assertThat(site.run(3, "dead-letters", "replay", INDEX, "--all", "--wait", "-o", "json"))
                .contains("\"announced\":1,\"healed\":0,\"failed\":1,\"pending\":0");
        try (Table open = table.open()) {
            open.put(put(REFUSED.bytes().utf8(), "mended").setDurability(Durability.SKIP_WAL));
        }
        assertThat(isRefused(site)).isTrue();
        assertThat(site.run(0, "dead-letters", "replay", INDEX, "--row", "refused", "--wait"))
                .contains("Every row is healed.");
        assertThat(site.run(0, "dead-letters", "list", INDEX, "--state", "open"))
                .contains("0 in all.");
    }

    private static void assertUntouched(Site site, long letters) throws Exception {
        assertThat(site.events("default", INDEX).touches()).as("touches").isZero();
        assertThat(letters(site)).as("letters").isEqualTo(letters);
    }

    /** One, unless its event was delivered again. */
    private static long letters(Site site) {
        return site.run(0, "dead-letters", "list", INDEX, "-o", "ndjson")
                .lines()
                .filter(line -> line.contains("\"stage\":\"WRITE\",\"code\":\"DOCUMENT_REJECTED\",\"state\":\"open\""))
                .count();
    }

    private static void write(TestTable table) throws IOException {
        List<Put> good = new ArrayList<>();
        for (int i = 0; i < GOOD; i++) {
            good.add(put("good-" + i, "note " + i));
        }
        try (Table open = table.open()) {
            open.put(good);
            // Announced after the others: once it is known, they are on their way.
            open.put(put(REFUSED.bytes().utf8(), TOO_LONG));
        }
    }

    private static Put put(String row, String note) {
        return new Put(Bytes.toBytes(row))
                .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("a row"))
                .addColumn(TestTable.FAMILY, TestTable.NOTE, Bytes.toBytes(note));
    }
}
