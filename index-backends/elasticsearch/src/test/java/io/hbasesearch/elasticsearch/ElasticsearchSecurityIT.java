/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.testing.Fixtures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A server that asks who is there. */
class ElasticsearchSecurityIT {
    private static final String PASSWORD = "a-long-password";
    private static final String WRONG = "wrong-password";

    private static ElasticsearchServer server;

    private final IndexDefinition definition = Fixtures.messages(Fixtures.uniqueName("security"));

    @BeforeAll
    static void startServer() {
        server = SharedServer.start(ElasticsearchServer.builder(SharedServer.temporaryDirectory())
                .password(PASSWORD)
                .deleteDataOnClose());
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void theRightPasswordOpensEverything() throws Exception {
        try (ElasticsearchBackend backend = backend(PASSWORD)) {
            assertThat(backend.check().ok()).isTrue();
            IndexMetadata metadata = backend.admin().create(definition, Fixtures.source(definition));
            try (DocumentWriter writer = backend.openWriter(definition, metadata, Duration.ofHours(6));
                    DocumentSearcher searcher = backend.openSearcher(definition)) {
                assertThat(writer.write(List.of(Fixtures.upsert("a", 1, "cat"))).get(30, TimeUnit.SECONDS))
                        .containsExactly(new WriteResult.Applied());
                searcher.refresh();
                assertThat(searcher.search(
                                        new SearchRequest(new Query.MatchAll(), List.of(), 10, Duration.ofSeconds(30)))
                                .total())
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void aWrongPasswordIsAReasonToStopAndNeverShown() throws Exception {
        IndexMetadata metadata;
        try (ElasticsearchBackend right = backend(PASSWORD)) {
            metadata = right.admin().create(definition, Fixtures.source(definition));
        }
        try (ElasticsearchBackend wrong = backend(WRONG)) {
            assertThat(wrong.check().ok()).isFalse();
            assertThatThrownBy(() -> wrong.openWriter(definition, metadata, Duration.ofHours(6)))
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                        assertThat(failure.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
                        assertThat(failure.getMessage())
                                .contains(server.uri().toString(), "security_exception")
                                .doesNotContain(WRONG);
                    });
            assertThatThrownBy(() -> wrong.openSearcher(definition).refresh())
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                            .isEqualTo(ErrorCode.ACCESS_DENIED));
        }
    }

    /** Other users cannot be made here: their index needs analyzers that this Elasticsearch, of Maven Central's parts, lacks. */
    @Test
    void whoMayDoAllLacksNothing() {
        try (ElasticsearchBackend all = backend(PASSWORD)) {
            assertThat(all.diagnosis().missingPrivileges()).isEmpty();
        }
    }

    private static ElasticsearchBackend backend(String password) {
        ElasticsearchConfig plain = ElasticsearchHarness.config(server.uri());
        return new ElasticsearchBackend(
                new ElasticsearchConfig(
                        plain.urls(),
                        new ElasticsearchConfig.Credentials(
                                Optional.of(ElasticsearchServer.USER),
                                Optional.of(new Secret(password)),
                                Optional.empty()),
                        Optional.empty(),
                        plain.newIndex(),
                        plain.bulk(),
                        plain.requestTimeout()),
                Metrics.none());
    }
}
