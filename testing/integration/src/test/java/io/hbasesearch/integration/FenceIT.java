/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Who writes a row and asks for its fence reads the write with the next search, every time. */
@ExtendWith(Servers.Extension.class)
@Timeout(240)
class FenceIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Pattern ADDRESS = Pattern.compile("started; (http://[0-9.:]+)/health");
    private static final String NAME = "fenced";
    private static final int WRITES = 5;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private String gateway = "";

    @Test
    void whatWasWrittenBeforeAFenceIsFoundBehindIt(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(servers.connection(), NAME, 1);
        Site site = new Site(servers.addresses(), directory, NAME, NAME);
        site.addPeer(NAME, NAME, 1);
        site.run(0, "index", "create", NAME);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                SearchProcess process = SearchProcess.start(site, "gateway");
                Table open = table.open()) {
            gateway = address(site);
            // A fence waits as long as a request may take, which is no time for an indexer to start in.
            put(open, "first");
            Oracle.await("the indexer works", PATIENCE, () -> hits("first") == 1);
            for (int i = 0; i < WRITES; i++) {
                String word = "whale" + i;
                put(open, word);
                assertThat(fence("row").at("/state").asText()).isEqualTo("document");
                assertThat(hits(word)).isEqualTo(1);
            }
            open.delete(new Delete(Bytes.toBytes("row")));
            assertThat(fence("row").at("/state").asText()).isEqualTo("deleted");
            assertThat(hits("whale" + (WRITES - 1))).isZero();
            Oracle.await("answers say how fresh they are", PATIENCE, this::isFresh);
            assertThat(indexer.isAlive() && process.isAlive()).isTrue();
        }
    }

    private static void put(Table table, String word) throws IOException {
        table.put(new Put(Bytes.toBytes("row")).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes(word)));
    }

    private boolean isFresh() {
        JsonNode asOf = ask("/search?q=whale&plan=search").at("/as_of");
        return !asOf.at("/basis").asText().equals("unknown")
                && Instant.parse(asOf.at("/time").asText())
                        .isAfter(Instant.now().minus(PATIENCE));
    }

    private JsonNode fence(String row) {
        return send(HttpRequest.newBuilder(uri("/rows/" + RowKey.utf8(row).base64Url() + ":fence"))
                .POST(HttpRequest.BodyPublishers.noBody()));
    }

    private long hits(String word) {
        return ask("/search?verify=none&plan=search&q=" + word).at("/hits").size();
    }

    private JsonNode ask(String path) {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    private URI uri(String path) {
        return URI.create(gateway + "/v1/indexes/" + NAME + path);
    }

    private JsonNode send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            return json.readTree(response.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String address(Site site) throws Exception {
        String[] found = {""};
        Oracle.await("the gateway listens", PATIENCE, () -> {
            try {
                Matcher address = ADDRESS.matcher(Files.readString(site.log("gateway")));
                found[0] = address.find() ? address.group(1) : "";
            } catch (IOException e) {
                found[0] = "";
            }
            return !found[0].isEmpty();
        });
        return found[0];
    }
}
