/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.elasticsearch.ElasticsearchBackend;
import io.hbasesearch.elasticsearch.ElasticsearchHarness;
import io.hbasesearch.elasticsearch.Rest;
import io.hbasesearch.elasticsearch.SharedServer;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.StoredFields;
import io.hbasesearch.testing.Fixtures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how our indexes look to a direct user of Elasticsearch, and that other indexes are not taken for ours. */
@ExtendWith(SharedServer.class)
class ElasticsearchIndexesIT {
    private static final Duration READ_AGE = Duration.ofHours(6);

    private final IndexDefinition definition = Fixtures.messages(Fixtures.uniqueName("indexes"));
    private ElasticsearchBackend backend;
    private Rest rest;

    @BeforeEach
    void open() {
        backend = new ElasticsearchBackend(ElasticsearchHarness.config(SharedServer.uri()), Metrics.none());
        rest = new Rest(SharedServer.uri());
    }

    @AfterEach
    void close() {
        backend.close();
        rest.deleteIndexes("*" + definition.name() + "*");
    }

    @Test
    void aSearchByTheAliasSeesNoStubWhoeverAsks() throws Exception {
        IndexMetadata metadata = create();
        try (DocumentWriter writer = backend.openWriter(definition, metadata, READ_AGE)) {
            writer.write(List.of(Fixtures.upsert("a", 1, "cat"), Fixtures.deleted("b", 2), Fixtures.failed("c", 3)))
                    .get(30, TimeUnit.SECONDS);
        }
        rest.call("POST", "/" + definition.name() + "/_refresh", "");
        assertThat(count(definition.name())).isEqualTo(1);
        assertThat(count(metadata.physicalName())).isEqualTo(3);
    }

    @Test
    void indexSpoiledByAForeignTemplateIsRefusedNamingTheTemplate() {
        String template = "foreign-" + definition.name();
        try {
            for (String spoils : List.of(
                    "\"settings\": {\"index.default_pipeline\": \"no-such-pipeline\"}",
                    "\"settings\": {\"index.final_pipeline\": \"no-such-pipeline\"}",
                    "\"settings\": {\"index.blocks.read_only\": true}",
                    "\"settings\": {\"index.translog.durability\": \"async\"}",
                    "\"mappings\": {\"_source\": {\"excludes\": [\"body\"]}}",
                    "\"mappings\": {\"_routing\": {\"required\": true}}",
                    "\"mappings\": {\"properties\": {\"body\": {\"type\": \"text\", \"norms\": false}}}",
                    "\"aliases\": {\"other-" + definition.name() + "\": {}}")) {
                rest.call(
                        "PUT",
                        "/_index_template/" + template,
                        "{\"priority\": 2000000, \"index_patterns\": [\"hbase-search-" + definition.name()
                                + "-*\"], \"template\": {" + spoils + "}}");
                assertThatThrownBy(this::create)
                        .as(spoils)
                        .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                            assertThat(failure.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
                            assertThat(failure.hint()).hasValueSatisfying(hint -> assertThat(hint)
                                    .contains("DELETE", "/_index_template/" + template));
                        })
                        .hasMessageContaining(template);
                assertThat(backend.admin().find(definition.name())).isEmpty();
                assertThat(backend.generations().list(definition.name())).isEmpty();
            }
        } finally {
            rest.call("DELETE", "/_index_template/" + template, "");
        }
        create();
    }

    @Test
    void aWritePastThisProjectDoesNotCreateAnIndexOfOursEither() {
        IndexMetadata metadata = create();
        backend.admin().delete(definition.name());
        Rest.Answer answer = rest.send("PUT", "/" + metadata.physicalName() + "/_doc/1", "{}");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(rest.send("HEAD", "/" + metadata.physicalName(), "").status())
                .isEqualTo(404);
    }

    @Test
    void aConcreteIndexOfTheSameNameIsNotOurs() {
        rest.call("PUT", "/" + definition.name(), "");
        assertFails(ErrorCode.INDEX_INCOMPATIBLE, () -> backend.admin().find(definition.name()));
        assertFails(ErrorCode.INDEX_INCOMPATIBLE, this::create);
        assertThat(backend.admin().delete(definition.name())).isFalse();
        assertThat(rest.send("HEAD", "/" + definition.name(), "").status()).isEqualTo(200);
    }

    @Test
    void anAliasOfTwoIndexesIsRefused() {
        create();
        rest.call("PUT", "/foreign-" + definition.name(), "{\"aliases\": {\"" + definition.name() + "\": {}}}");
        assertThatThrownBy(() -> backend.admin().find(definition.name()))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(ErrorCode.INDEX_INCOMPATIBLE))
                .hasMessageContaining("foreign-" + definition.name());
    }

    @Test
    void namesWithWildcardsFindAndDeleteNothing() {
        create();
        for (String name : List.of("*", "_all", "indexes-*", definition.name() + ",*", "-" + definition.name())) {
            assertThat(backend.admin().find(name)).as(name).isEmpty();
            assertThat(backend.admin().delete(name)).as(name).isFalse();
        }
        assertThat(backend.admin().find(definition.name())).isPresent();
    }

    @Test
    void ofSeveralProcessesThatCreateAnIndexAtOnceOneAtMostSucceeds() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<IndexMetadata> created = new ArrayList<>();
        try {
            for (Future<IndexMetadata> attempt :
                    threads.invokeAll(Collections.nCopies(4, (Callable<IndexMetadata>) this::create))) {
                try {
                    created.add(attempt.get(60, TimeUnit.SECONDS));
                } catch (ExecutionException e) {
                    assertThat(e.getCause())
                            .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                                    .isIn(ErrorCode.ALREADY_EXISTS, ErrorCode.INDEX_INCOMPATIBLE));
                }
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(created).hasSizeLessThanOrEqualTo(1);
        assertThat(backend.admin().find(definition.name()).stream().toList()).isEqualTo(created);
    }

    @Test
    void aClosedIndexIsStillFoundAndCanBeDeleted() {
        IndexMetadata metadata = create();
        rest.call("POST", "/" + metadata.physicalName() + "/_close", "");
        assertThat(backend.admin().find(definition.name())).contains(metadata);
        assertThat(backend.admin().delete(definition.name())).isTrue();
        assertThat(backend.admin().find(definition.name())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aRejectionNeverQuotesTheRow(FieldType type) throws Exception {
        IndexDefinition typed = Fixtures.definition(definition.name(), Fixtures.field("f", type));
        IndexMetadata metadata = backend.admin().create(typed, Fixtures.source(typed));
        String secret = "confidential".repeat(4_000);
        Object bad =
                switch (type) {
                    case TEXT -> Map.of("confidential", "confidential");
                    case JSON -> Map.of("leaf", secret);
                    default -> secret;
                };
        try (DocumentWriter writer = backend.openWriter(typed, metadata, READ_AGE)) {
            WriteResult result = writer.write(List.of(Fixtures.upsert("a", 1, new Document(Map.of("f", bad)))))
                    .get(30, TimeUnit.SECONDS)
                    .get(0);
            assertThat(result)
                    .isInstanceOfSatisfying(WriteResult.Rejected.class, rejected -> assertThat(rejected.reason())
                            .contains("field [f] of type")
                            .doesNotContain("confidential", "99, 111, 110")
                            .hasSizeLessThan(400));
        }
    }

    @Test
    void aFieldThatTheDefinitionDoesNotHaveIsRefused() throws Exception {
        IndexMetadata metadata = create();
        try (DocumentWriter writer = backend.openWriter(definition, metadata, READ_AGE)) {
            WriteResult result = writer.write(
                            List.of(Fixtures.upsert("a", 1, new Document(Map.of("body", "cat", "other", "dog")))))
                    .get(30, TimeUnit.SECONDS)
                    .get(0);
            assertThat(result)
                    .isInstanceOfSatisfying(WriteResult.Rejected.class, rejected -> assertThat(rejected.reason())
                            .contains("other"));
        }
        assertThat(rest.get("/" + metadata.physicalName() + "/_mapping").toString())
                .doesNotContain("other");
    }

    @Test
    void scanOfLargeDocumentsShrinksItsPagesDownToOneDocument() throws Exception {
        IndexMetadata metadata = create();
        List<IndexOperation> batch = new ArrayList<>();
        batch.add(Fixtures.upsert("row-large", 1, "word ".repeat(50_000)));
        for (int i = 0; i < 300; i++) {
            batch.add(Fixtures.upsert("row" + i, i, "word ".repeat(2_000)));
        }
        try (DocumentWriter writer = backend.openWriter(definition, metadata, READ_AGE)) {
            writer.write(batch).get(30, TimeUnit.SECONDS);
        }
        rest.call("POST", "/" + definition.name() + "/_refresh", "");
        Set<RowKey> seen = new HashSet<>();
        int tenDocuments = 10 * 11_000;
        try (ElasticsearchConnection connection =
                        new ElasticsearchConnection(ElasticsearchHarness.config(SharedServer.uri()));
                DocumentCursor cursor = new IndexCursor(
                        new ScanRequests(
                                connection,
                                ElasticsearchFailures.of(connection),
                                metadata.physicalName(),
                                tenDocuments,
                                10 * tenDocuments),
                        KeyRange.all())) {
            cursor.forEachRemaining(document -> assertThat(seen.add(document.row()))
                    .as("%s comes once", document.row())
                    .isTrue());
        }
        assertThat(seen).hasSize(301);
    }

    @Test
    void aMatchThatIsNoRowsDocumentIsLeftOutOfThePageAndCounted() throws Exception {
        IndexMetadata metadata = create();
        writeAndRefresh(metadata, List.of(Fixtures.upsert("a", 1, "cat"), Fixtures.upsert("b", 2, "cat")));
        rest.call("PUT", "/" + metadata.physicalName() + "/_doc/foreign!?refresh=true", "{\"body\":\"cat\"}");
        // As if rows were divided into several documents, which the definition does not say.
        String divided = DocumentId.of(RowKey.utf8("a"), Bucket.of(3)).value().replace("#", "%23");
        rest.call("PUT", "/" + metadata.physicalName() + "/_doc/" + divided + "?refresh=true", "{\"body\":\"cat\"}");
        try (DocumentSearcher searcher = backend.openSearcher(definition)) {
            SearchResult page = searcher.search(new SearchRequest(
                    QueryStringParser.parse("cat", definition), List.of(), 10, Duration.ofSeconds(30)));
            assertThat(page.hits())
                    .extracting(SearchResult.Hit::row)
                    .containsExactlyInAnyOrder(RowKey.utf8("a"), RowKey.utf8("b"));
            assertThat(page.unreadable()).isEqualTo(2);
            assertThat(page.total()).isEqualTo(4);
        }
    }

    @Test
    void aScanOfABoundedRangeEndsBeforeWhatHasNoPlaceInTheOrder() throws Exception {
        IndexMetadata metadata = create();
        List<IndexOperation> batch = new ArrayList<>();
        // More than one page, so that the scan goes beyond the range.
        for (int i = 0; i < 1_100; i++) {
            batch.add(Fixtures.upsert("row" + i, i, "cat"));
        }
        writeAndRefresh(metadata, batch);
        rest.call("PUT", "/" + metadata.physicalName() + "/_doc/foreign!?refresh=true", "{\"body\":\"cat\"}");
        ByteArray behindAll = ByteArray.copyOf(new byte[] {(byte) 0xff});
        int found = 0;
        try (DocumentSearcher searcher = backend.openSearcher(definition);
                DocumentCursor cursor = searcher.scan(new KeyRange(ByteArray.empty(), behindAll))) {
            for (; cursor.hasNext(); found++) {
                cursor.next();
            }
        }
        assertThat(found).isEqualTo(1_100);
    }

    @Test
    void anIndexFromBeforeThereWereHashesHasThemOnceAWriterWasOpened() throws Exception {
        IndexMetadata metadata = create();
        forgetHashes(metadata);
        writeAndRefresh(
                metadata, List.of(Fixtures.upsert("a", 1, "cat"), Fixtures.failed("b", 2), Fixtures.deleted("c", 3)));
        DocumentId first = DocumentId.of(RowKey.utf8("a"));
        RangeDigest expected = RangeDigest.empty()
                .plus(ContentHash.of(first, Fixtures.message("cat")))
                .plus(ContentHash.ofFailed(DocumentId.of(RowKey.utf8("b"))));
        try (DocumentSearcher searcher = backend.openSearcher(definition)) {
            assertThat(searcher.digest(KeyRange.all())).contains(expected);
        }
    }

    /** Makes the index anew as an older version left it. */
    private void forgetHashes(IndexMetadata metadata) {
        String path = "/" + metadata.physicalName();
        ObjectNode index = (ObjectNode) rest.get(path).path(metadata.physicalName());
        ObjectNode properties = (ObjectNode) index.path("mappings").path("properties");
        assertThat(properties
                        .remove(List.of(StoredFields.HASH_HIGH, StoredFields.HASH_LOW, StoredFields.READ_AT))
                        .size())
                .isPositive();
        assertThat(properties.has(StoredFields.HASH_HIGH)).isFalse();
        rest.call("DELETE", path, "");
        rest.call(
                "PUT",
                path,
                "{\"mappings\":" + index.path("mappings") + ",\"aliases\":" + index.path("aliases")
                        + ",\"settings\":{\"number_of_replicas\":0}}");
    }

    @Test
    void rangeScanResolvesTheIndexOnceAndTheNextFindsItsSuccessor() throws Exception {
        IndexMetadata before = create();
        writeAndRefresh(before, List.of(Fixtures.upsert("a", 1, "cat")));
        try (DocumentSearcher searcher = backend.openSearcher(definition)) {
            assertThat(searcher.scan()).toIterable().hasSize(1);
            backend.admin().delete(definition.name());
            assertFails(ErrorCode.INDEX_NOT_FOUND, searcher::scan);
            writeAndRefresh(create(), List.of(Fixtures.upsert("a", 1, "cat"), Fixtures.upsert("b", 2, "cat")));
            assertThat(searcher.scan()).toIterable().hasSize(2);
            String alias = definition.name();
            rest.call(
                    "POST", "/_aliases", "{\"actions\":[{\"remove\":{\"index\":\"*\",\"alias\":\"" + alias + "\"}}]}");
            assertThat(searcher.scan()).as("it was found before").toIterable().hasSize(2);
            assertThatThrownBy(searcher::refresh).isInstanceOf(HBaseSearchException.class);
            assertFails(ErrorCode.INDEX_NOT_FOUND, searcher::scan);
        }
    }

    private void writeAndRefresh(IndexMetadata metadata, List<IndexOperation> batch) throws Exception {
        try (DocumentWriter writer = backend.openWriter(definition, metadata, READ_AGE)) {
            assertThat(writer.write(batch).get(30, TimeUnit.SECONDS)).containsOnly(new WriteResult.Applied());
        }
        rest.call("POST", "/" + definition.name() + "/_refresh", "");
    }

    private IndexMetadata create() {
        return backend.admin().create(definition, Fixtures.source(definition));
    }

    private long count(String index) {
        return rest.get("/" + index + "/_count").path("count").asLong();
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(code));
    }
}
