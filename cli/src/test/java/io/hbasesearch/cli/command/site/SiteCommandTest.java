/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.administration.site.Processes;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.config.ServiceConfigReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteCommandTest {
    private static final String CONFIGURED = "configured-key-0123456789";
    private static final List<URI> NAMED = List.of(URI.create("http://elsewhere:8080"));

    @TempDir
    Path temp;

    private ServiceConfig config;

    @BeforeEach
    void read() throws IOException {
        Files.createDirectories(temp.resolve("indexes"));
        Path file = Files.writeString(
                temp.resolve("hbase-search.yaml"),
                """
                hbase: {zookeeper: "127.0.0.1:2181"}
                kafka: {bootstrapServers: "127.0.0.1:9092"}
                index: {backend: lucene, lucene: {directory: data}}
                gateway: {apiKeys: [%s]}
                """
                        .formatted(CONFIGURED));
        config = new ServiceConfigReader(Map.of()).read(file);
    }

    @Test
    void theConfiguredKeyGoesOnlyWhereTheConfigurationPoints() {
        Processes known = SiteCommand.processes(List.of(), config, Optional.empty());

        assertThat(known.named()).isFalse();
        assertThat(known.addresses()).isNotEmpty();
        assertThat(known.apiKey()).contains(CONFIGURED);
        assertThat(SiteCommand.processes(NAMED, config, Optional.empty()))
                .isEqualTo(new Processes(NAMED, true, Optional.empty()));
    }

    @Test
    void theKeyOfTheEnvironmentGoesWhereverProcessesAre() {
        assertThat(SiteCommand.processes(NAMED, config, Optional.of("given")).apiKey())
                .contains("given");
        assertThat(SiteCommand.processes(List.of(), config, Optional.of("given"))
                        .apiKey())
                .contains("given");
    }
}
