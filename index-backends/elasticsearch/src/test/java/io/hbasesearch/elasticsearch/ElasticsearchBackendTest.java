/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class ElasticsearchBackendTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"localhost:9200", "ftp://localhost", "http:///x"})
    void whatIsNoAddressOfAServerIsRefusedAtOnce(String url) {
        assertThatThrownBy(() -> backend(config(Optional.empty(), Optional.empty(), URI.create(url))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("URL");
    }

    @Test
    void noAddressOrTwoPathsOrTwoKindsOfCredentialsAreRefusedAtOnce() {
        assertThatThrownBy(() -> backend(config(Optional.empty(), Optional.empty())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> backend(
                        config(Optional.empty(), Optional.empty(), URI.create("http://a/x"), URI.create("http://b/y"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> backend(
                        config(Optional.of("ann"), Optional.of(new Secret("key")), URI.create("http://localhost"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aServerThatIsNotThereIsNamedAndPasswordsAreNot() throws IOException {
        URI url = URI.create("http://user:hidden@127.0.0.1:" + freePort());
        try (ElasticsearchBackend backend = backend(config(Optional.of("ann"), Optional.empty(), url))) {
            CheckResult check = backend.check();
            assertThat(check.ok()).isFalse();
            assertThat(check.message())
                    .contains("http://127.0.0.1:" + url.getPort(), "Connection refused")
                    .doesNotContain("hidden", "secret");
            assertThatThrownBy(() -> backend.admin().list())
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                        assertThat(failure.code()).isEqualTo(ErrorCode.SERVER_UNREACHABLE);
                        assertThat(failure.hint()).isPresent();
                    });
        }
    }

    @Test
    void aCertificateAuthorityThatIsNoneIsSaidOnFirstUse() throws IOException {
        Path notPem = Files.writeString(directory.resolve("ca.pem"), "not a certificate");
        ElasticsearchConfig plain = config(Optional.empty(), Optional.empty(), URI.create("https://localhost"));
        for (Path path : List.of(notPem, directory.resolve("missing.pem"))) {
            try (ElasticsearchBackend backend = backend(withAuthority(plain, path))) {
                assertThatThrownBy(() -> backend.admin().list())
                        .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                                .isEqualTo(ErrorCode.CONFIGURATION_INVALID))
                        .hasMessageContaining(path.toString());
            }
        }
    }

    @Test
    void aClosedBackendSaysSoAndClosesTwice() {
        ElasticsearchBackend backend =
                backend(config(Optional.empty(), Optional.empty(), URI.create("http://localhost")));
        backend.close();
        backend.close();
        assertThat(backend.check().ok()).isFalse();
    }

    private static ElasticsearchBackend backend(ElasticsearchConfig config) {
        return new ElasticsearchBackend(config, Metrics.none());
    }

    public static ElasticsearchConfig config(Optional<String> user, Optional<Secret> apiKey, URI... urls) {
        return new ElasticsearchConfig(
                List.of(urls),
                new ElasticsearchConfig.Credentials(user, user.map(name -> new Secret("secret")), apiKey),
                Optional.empty(),
                new ElasticsearchConfig.NewIndex(1, 0, Duration.ofSeconds(1)),
                new ElasticsearchConfig.BulkLimits(
                        2, 1 << 20, 100, 1 << 22, ElasticsearchConfig.DEFAULT_MAX_DOCUMENT_BYTES),
                Duration.ofSeconds(5));
    }

    static ElasticsearchConfig withAuthority(ElasticsearchConfig config, Path authority) {
        return new ElasticsearchConfig(
                config.urls(),
                config.credentials(),
                Optional.of(authority),
                config.newIndex(),
                config.bulk(),
                config.requestTimeout());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
