/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A release whose indexes have another format than ours, and both ways of docs/deploying.md to get there. It is this one with another
 * number in one class; what makes the old index is this one as it is.
 */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
class IndexFormatIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int INCOMPATIBLE = 13;
    private static final String REFUSAL =
            "was created by another version of hbase-search: its metadata has format 1, not 2";
    private static final long SEED = 27;

    @TempDir
    private Path directory;

    private Path nextRelease;

    @BeforeEach
    void makeNextRelease() throws IOException {
        nextRelease = NextRelease.compile(
                Files.createDirectories(directory.resolve("next-release")),
                "index-backends/elasticsearch/src/main/java/io/hbasesearch/elasticsearch/index/MetadataJson.java",
                "FORMAT = 1;",
                "FORMAT = 2;");
    }

    @Test
    void indexOfAnotherFormatIsUntouchedUntilItsVersionDeletesIt(Servers servers) throws Exception {
        TestTable table = TestTable.create(servers.connection(), "reformed", 1);
        Site site = site(servers, "reformed", "reformed");
        site.addPeer("reformed", "reformed", 1);
        site.run(0, "index", "create", "reformed");
        try (Workload workload = new Workload(table, 100, SEED)) {
            try (SearchProcess older = SearchProcess.start(site, "indexer")) {
                workload.apply(200);
                site.oracle().awaitConverged(table.expected(), LIMIT, () -> site.events("default", "reformed"));
            }
            workload.apply(50);
            try (SearchProcess newer = SearchProcess.startWith(nextRelease, site, "indexer")) {
                Oracle.await("it says what it found", LIMIT, () -> log(site, "indexer")
                        .contains(REFUSAL));
                assertThat(newer.isAlive()).isTrue();
            }
            for (String[] refused : new String[][] {
                {"index", "delete", "reformed", "--yes"},
                {"index", "create", "reformed"},
                {"reindex", "reformed", "--rebuild"}
            }) {
                assertThat(ofNextRelease(site, INCOMPATIBLE, refused))
                        .contains(REFUSAL)
                        .contains("hbase-search index delete reformed");
            }

            site.run(0, "index", "delete", "reformed", "--yes");
            ofNextRelease(site, 0, "index", "create", "reformed");
            try (SearchProcess newer = SearchProcess.startWith(nextRelease, site, "indexer")) {
                ofNextRelease(site, 0, "reindex", "reformed");
                workload.apply(50);
                site.oracle().awaitConverged(table.expected(), LIMIT, () -> site.events("default", "reformed"));
                assertThat(newer.isAlive()).isTrue();
            }
        }
        assertThat(site.run(INCOMPATIBLE, "verify", "reformed"))
                .as("now the older version finds another format")
                .contains("its metadata has format 2, not 1");
    }

    @Test
    void indexOfTheNextFormatIsFilledWhileTheFirstContinues(Servers servers) throws Exception {
        TestTable table = TestTable.create(servers.connection(), "beside", 1);
        Site older = site(servers, "beside", "beside");
        Site newer = site(servers, "beside", "beside2");
        older.addPeer("beside", "beside", 1);
        older.run(0, "index", "create", "beside");
        try (Workload workload = new Workload(table, 100, SEED);
                SearchProcess first = SearchProcess.start(older, "indexer")) {
            workload.apply(200);
            ofNextRelease(newer, 0, "index", "create", "beside2");
            try (SearchProcess second = SearchProcess.startWith(nextRelease, newer, "indexer")) {
                ofNextRelease(newer, 0, "reindex", "beside2");
                workload.apply(50);
                for (Site site : new Site[] {older, newer}) {
                    site.oracle().awaitConverged(table.expected(), LIMIT, () -> site.events("default", "beside"));
                }
                assertThat(ofNextRelease(newer, 0, "verify", "beside2")).contains("Nothing differs");
                assertThat(first.isAlive() && second.isAlive()).isTrue();
            }
        }
        older.run(0, "index", "delete", "beside", "--yes");
        assertThat(newer.oracle().differences(table.expected())).isEmpty();
    }

    private Site site(Servers servers, String table, String index) throws IOException {
        return new Site(servers.addresses(), directory.resolve(index), "default:" + table, index);
    }

    /** A command of the next release; what it says. */
    private String ofNextRelease(Site site, int exitCode, String... arguments) throws Exception {
        String name = "next-" + String.join("-", arguments);
        try (SearchProcess command = SearchProcess.commandWith(nextRelease, site, site.log(name), arguments)) {
            assertThat(command.awaitEnd(LIMIT)).as("end of %s", name).isTrue();
            assertThat(command.stop()).as(() -> log(site, name)).isEqualTo(exitCode);
        }
        return log(site, name);
    }

    private static String log(Site site, String process) {
        try {
            return Files.readString(site.log(process));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
