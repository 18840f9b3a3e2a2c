/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A definition's file, or its file of synonyms, changes under a running process, in each of the ways that it may. */
@ExtendWith(Servers.Extension.class)
@Timeout(240)
class HotReloadIT {
    private static final String NAME = "hotreload";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern ADDRESS = Pattern.compile("started; (http://[0-9.:]+)/health");

    private static final String DEFINITION =
            """
            table: hotreload
            rowKey: {format: binary}
            fields:
              text: {column: "d:text", type: text}
              note: {column: "d:note", type: keyword}
            """;

    private static final String WITH_SYNONYMS = DEFINITION.replace("rowKey:", "synonyms: words.txt\nrowKey:");
    private static final String NOT_SEARCHED = DEFINITION.replace("type: keyword", "type: keyword, default: false");
    private static final String WORDS = DEFINITION.replace("type: keyword", "type: text");

    private final HttpClient http = HttpClient.newHttpClient();
    private Path file;
    private String gateway = "";

    @Test
    void changesTakeEffectWithoutARestart(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(servers.connection(), NAME, 1);
        Site site = Site.withDefinition(servers.addresses(), directory, NAME, new Site.Definition(DEFINITION));
        file = directory.resolve("indexes").resolve(NAME + ".yaml");
        Files.writeString(
                site.config(),
                Files.readString(site.config())
                        .replace("operations:\n", "operations:\n  definitionsInterval: 200ms\n"));
        site.addPeer(NAME, NAME, 1);
        site.run(0, "index", "create", NAME);
        try (SearchProcess serve = SearchProcess.start(site, "serve");
                Table open = table.open()) {
            open.put(new Put(Bytes.toBytes("r1"))
                    .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("alpha"))
                    .addColumn(TestTable.FAMILY, TestTable.NOTE, Bytes.toBytes("two words")));
            Oracle.await("the process listens", PATIENCE, () -> listens(site));
            Oracle.await("a whole note is found", PATIENCE, () -> finds("%22two%20words%22"));

            synonymsChange();
            onlyQueriesChange();
            aFileWithAProblemChangesNothing();
            documentsWouldChange(site);
            assertThat(serve.isAlive()).isTrue();
        }
    }

    private void synonymsChange() throws Exception {
        Path synonyms = Files.writeString(file.resolveSibling("words.txt"), "beta, gamma\n");
        Files.writeString(file, WITH_SYNONYMS);
        assertThat(finds("beta")).isFalse();
        Files.writeString(synonyms, "beta, gamma\nalpha, beta\n");
        Oracle.await("a new synonym finds the row", PATIENCE, () -> finds("beta"));

        Files.writeString(synonyms, "beta, gamma\nalpha =>\n");
        Oracle.await("health names the line of the synonyms", PATIENCE, () -> get("/health")
                .contains("words.txt:2:"));
        assertThat(finds("beta")).as("by the rules before").isTrue();

        Files.writeString(synonyms, "beta, gamma\n");
        Oracle.await("the synonym finds no more", PATIENCE, () -> !finds("beta"));
        assertThat(get("/health")).doesNotContain("words.txt");
    }

    private void onlyQueriesChange() throws Exception {
        Files.writeString(file, NOT_SEARCHED);
        Oracle.await("a plain word no longer searches notes", PATIENCE, () -> !finds("%22two%20words%22"));
        assertThat(finds("alpha")).isTrue();
        assertThat(finds("note:%22two%20words%22")).isTrue();
    }

    private void aFileWithAProblemChangesNothing() throws Exception {
        Files.writeString(file, NOT_SEARCHED.replace("type: text", "type: txt"));
        Oracle.await("health names the line", PATIENCE, () -> get("/health").contains(NAME + ".yaml:4:"));
        assertThat(finds("alpha")).isTrue();
    }

    private void documentsWouldChange(Site site) throws Exception {
        Files.writeString(file, WORDS);
        Oracle.await(
                "health names the command", PATIENCE, () -> get("/health").contains("reindex " + NAME + " --rebuild"));
        Oracle.await("and the problem no more", PATIENCE, () -> !get("/health").contains(NAME + ".yaml:4:"));
        assertThat(finds("note:words")).as("the index is as it was made").isFalse();

        site.run(0, "reindex", NAME, "--rebuild");

        Oracle.await("words of notes are found", PATIENCE, () -> finds("note:words"));
        Oracle.await("health has nothing to say of it", PATIENCE, () -> !get("/health")
                .contains("--rebuild"));
    }

    private boolean finds(String query) {
        return get("/v1/indexes/" + NAME + "/search?keyFormat=text&q=" + query).contains("\"r1\"");
    }

    private String get(String path) {
        try {
            return http.send(HttpRequest.newBuilder(URI.create(gateway + path)).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private boolean listens(Site site) {
        try {
            Matcher address = ADDRESS.matcher(Files.readString(site.log("serve")));
            gateway = address.find() ? address.group(1) : "";
        } catch (IOException e) {
            gateway = "";
        }
        return !gateway.isEmpty();
    }
}
