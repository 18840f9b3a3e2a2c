/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A temporary directory is its owner's alone: when root runs this, the data lie outside it. */
class ElasticsearchServerIT {
    private static final Duration START = Duration.ofSeconds(120);

    @TempDir
    Path directory;

    @Test
    void aDocumentIsThereAfterAStopAndAfterAKill() throws Exception {
        Path home;
        try (ElasticsearchServer server =
                ElasticsearchServer.builder(directory).deleteDataOnClose().build()) {
            Measured.start("Elasticsearch, new", server, START);
            home = directory.resolve("home").toRealPath();
            assertThat(put(server, "/mail/_doc/1", "{\"subject\":\"hello\"}")).isEqualTo(201);
            ProcessHandle launcher = ProcessHandle.of(server.pid()).orElseThrow();
            ProcessHandle child = launcher.children().findFirst().orElseThrow();

            Measured.stop("Elasticsearch", server);
            assertThat(child.isAlive()).isFalse();
            assertThat(Files.readString(server.logFile())).contains("closed");

            Measured.start("Elasticsearch, again", server, START);
            awaitDocument(server);
            child = ProcessHandle.of(server.pid())
                    .orElseThrow()
                    .children()
                    .findFirst()
                    .orElseThrow();
            server.kill();
            assertThat(child.onExit().join().isAlive()).isFalse();
            assertThat(Ports.isFree(server.port())).isTrue();
        }
        assertThat(directory).doesNotExist();
        assertThat(home).doesNotExist();
    }

    @Test
    void onlyThePasswordOpensASecuredNode() throws Exception {
        try (ElasticsearchServer server = ElasticsearchServer.builder(directory)
                .password("correct-horse")
                .deleteDataOnClose()
                .build()) {
            Measured.start("Elasticsearch with security", server, START);
            assertThat(health(server, "correct-horse")).isEqualTo(200);
            assertThat(health(server, "wrong-horse")).isEqualTo(401);
        }
    }

    private static void awaitDocument(ElasticsearchServer server) throws IOException, InterruptedException {
        String health = "/_cluster/health/mail?wait_for_status=yellow&timeout=30s";
        assertThat(send(HttpRequest.newBuilder(server.uri().resolve(health))).statusCode())
                .isEqualTo(200);
        HttpResponse<String> document = send(HttpRequest.newBuilder(server.uri().resolve("/mail/_doc/1")));
        assertThat(document.body()).contains("\"subject\":\"hello\"");
    }

    private static int put(ElasticsearchServer server, String path, String body)
            throws IOException, InterruptedException {
        URI uri = server.uri().resolve(path);
        return send(HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString(body)))
                .statusCode();
    }

    private static int health(ElasticsearchServer server, String password) throws IOException, InterruptedException {
        String credentials = ElasticsearchServer.USER + ":" + password;
        String encoded = Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
        return send(HttpRequest.newBuilder(server.uri().resolve("/_cluster/health"))
                        .header("Authorization", "Basic " + encoded))
                .statusCode();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
