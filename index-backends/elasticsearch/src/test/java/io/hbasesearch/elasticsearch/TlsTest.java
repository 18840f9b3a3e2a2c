/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS with a certificate that no platform trusts, on a server that knows one request: the cluster's health. */
class TlsTest {
    private static final String PASSWORD = "changeit";
    private static final byte[] HEALTH =
            """
            {"cluster_name": "c", "status": "green", "timed_out": false, "number_of_nodes": 1,
             "number_of_data_nodes": 1, "active_primary_shards": 0, "active_shards": 0, "relocating_shards": 0,
             "initializing_shards": 0, "unassigned_shards": 0, "unassigned_primary_shards": 0,
             "delayed_unassigned_shards": 0, "number_of_pending_tasks": 0, "number_of_in_flight_fetch": 0,
             "task_max_waiting_in_queue_millis": 0, "active_shards_percent_as_number": 100.0}
            """
                    .getBytes(UTF_8);

    @TempDir
    Path directory;

    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private HttpsServer server;

    @BeforeEach
    void start() throws Exception {
        keytool("-genkeypair -alias es -keyalg RSA -dname CN=localhost -ext san=ip:127.0.0.1 -storetype PKCS12");
        keytool("-exportcert -alias es -rfc -file " + directory.resolve("ca.pem"));
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(serverContext()));
        server.createContext("/_cluster/health", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void theNamedAuthorityIsTrustedAndTheApiKeyIsSent() {
        ElasticsearchConfig config =
                ElasticsearchBackendTest.config(Optional.empty(), Optional.of(new Secret("a2V5")), url());
        try (ElasticsearchBackend backend = new ElasticsearchBackend(
                ElasticsearchBackendTest.withAuthority(config, directory.resolve("ca.pem")), Metrics.none())) {
            assertThat(backend.check()).isEqualTo(CheckResult.healthy());
        }
        assertThat(authorizations).containsExactly("ApiKey a2V5");
    }

    @Test
    void withoutItTheCertificateIsRefusedAndTheSettingNamed() {
        ElasticsearchConfig config = ElasticsearchBackendTest.config(Optional.empty(), Optional.empty(), url());
        try (ElasticsearchBackend backend = new ElasticsearchBackend(config, Metrics.none())) {
            CheckResult check = backend.check();
            assertThat(check.ok()).isFalse();
            assertThat(check.cause().orElseThrow())
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.hint())
                            .hasValueSatisfying(hint -> assertThat(hint).contains("caCertificate")));
        }
        assertThat(authorizations).isEmpty();
    }

    private URI url() {
        return URI.create("https://127.0.0.1:" + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        authorizations.addAll(exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.getResponseHeaders().add("X-Elastic-Product", "Elasticsearch");
        exchange.sendResponseHeaders(200, HEALTH.length);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write(HEALTH);
        }
    }

    private SSLContext serverContext() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(directory.resolve("keys.p12"))) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private void keytool(String arguments) throws Exception {
        String command = Path.of(System.getProperty("java.home"), "bin", "keytool") + " " + arguments + " -storepass "
                + PASSWORD + " -keystore " + directory.resolve("keys.p12");
        Process process = new ProcessBuilder(command.split(" "))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(directory.resolve("keytool.log")))
                .isZero();
    }
}
