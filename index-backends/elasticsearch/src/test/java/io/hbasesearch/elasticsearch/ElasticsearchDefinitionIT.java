/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a definition says of Elasticsearch, as Elasticsearch takes it. */
@ExtendWith(SharedServer.class)
class ElasticsearchDefinitionIT {
    private static final Duration READ_AGE = Duration.ofHours(6);
    private static final String ROUTED =
            """
            rowKey: {spec: {parts: {user: {separator: '-'}, rest: {}}}, fields: [user]}
            fields: {body: {column: 'm:body', type: text}}
            elasticsearch: {shards: 5, routing: user}
            """;

    private final String name = Fixtures.uniqueName("defined");
    private ElasticsearchBackend backend;
    private Rest rest;

    @TempDir
    Path directory;

    @BeforeEach
    void open() {
        backend = new ElasticsearchBackend(ElasticsearchHarness.config(SharedServer.uri()), Metrics.none());
        rest = new Rest(SharedServer.uri());
    }

    @AfterEach
    void close() {
        backend.close();
        rest.deleteIndexes("*" + name + "*");
    }

    private IndexDefinition definition(String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name + ".yaml"), "table: messages\n" + text);
        return new IndexDefinitionReader(Map.of()).readFile(file);
    }

    private IndexMetadata create(IndexDefinition definition) {
        return backend.admin().create(definition, Fixtures.source(definition));
    }

    private static void write(DocumentWriter writer, IndexOperation... operations) throws Exception {
        writer.write(List.of(operations)).get(30, TimeUnit.SECONDS);
    }

    private static IndexOperation message(String row, String user, long offset) {
        return Fixtures.upsert(row, offset, new Document(Map.of("body", "cat", "user", user)));
    }

    private static SearchResult search(DocumentSearcher searcher, IndexDefinition definition, String query) {
        return searcher.search(
                new SearchRequest(QueryStringParser.parse(query, definition), List.of(), 10, Duration.ofSeconds(30)));
    }

    @Test
    void documentsAreWhereTheirRowKeysSayAndAreFoundAndReplacedThere() throws Exception {
        IndexDefinition definition = definition(ROUTED);
        IndexMetadata metadata = create(definition);
        String longRow = "u1-" + "x".repeat(500);
        try (DocumentWriter writer = backend.openWriter(definition, metadata, READ_AGE);
                DocumentSearcher searcher = backend.openSearcher(definition)) {
            for (int row = 0; row < 20; row++) {
                write(writer, message("u1-" + row, "u1", 10 + row), message("u" + row + "-z", "u" + row, 40 + row));
            }
            write(writer, message(longRow, "u1", 90), message("u,2-1", "u,2", 91));
            assertThat(searcher.get(DocumentId.of(RowKey.utf8("u1-7"))))
                    .map(IndexedDocument::version)
                    .contains(Fixtures.version(17).value());
            assertThat(searcher.get(DocumentId.of(RowKey.utf8(longRow))))
                    .map(IndexedDocument::version)
                    .contains(Fixtures.version(90).value());
            searcher.refresh();
            assertThat(search(searcher, definition, "+user:u1 +body:cat").total())
                    .isEqualTo(22);
            assertThat(search(searcher, definition, "user:\"u,2\"").total()).isEqualTo(1);
            assertThat(search(searcher, definition, "body:cat").total()).isEqualTo(42);
            assertThat(rest.get("/" + name + "/_search?routing=u1&q=user:u1&size=0")
                            .at("/hits/total/value")
                            .asInt())
                    .isEqualTo(22);
            assertThat(rest.get("/" + name + "/_search?routing=u1&q=user:u1&size=0")
                            .at("/_shards/total")
                            .asInt())
                    .isEqualTo(1);
        }
    }

    @Test
    void anAnalyzerOfTheDefinitionReplacesThePresetOfItsName() throws Exception {
        IndexDefinition definition = definition(
                """
                fields:
                  body: {column: 'm:body', type: text, analyzers: [japanese, cjk]}
                  other: {column: 'm:other', type: text, analyzer: cjk}
                elasticsearch:
                  settings:
                    analysis:
                      analyzer:
                        japanese: {type: custom, tokenizer: standard}
                        cjk: {type: custom, tokenizer: standard}
                """);
        IndexMetadata metadata = create(definition);
        assertThat(metadata.analyzers()).isEqualTo(Map.of("body", "japanese", "other", "cjk"));
        try (DocumentWriter writer = backend.openWriter(definition, metadata, READ_AGE);
                DocumentSearcher searcher = backend.openSearcher(definition)) {
            write(writer, Fixtures.upsert("1", 1, new Document(Map.of("body", "Foo \u738b\u5c0f\u660e x"))));
            write(writer, Fixtures.upsert("2", 2, new Document(Map.of("other", "Foo \u738b \u5c0f-a x"))));
            searcher.refresh();
            Map<String, Integer> totals = Map.of(
                    "Foo",
                    2,
                    "foo",
                    0,
                    "\u738b",
                    2,
                    "\u738b\u5c0f\u660e",
                    1,
                    "\u738b\u5c0f*",
                    2,
                    "\"Foo \u738b\"",
                    2,
                    "FOO*",
                    0);
            totals.forEach((query, total) -> assertThat(
                            search(searcher, definition, query).total())
                    .as(query)
                    .isEqualTo(total.longValue()));
        }
    }

    @Test
    void aDocumentThatNoRowHasIsFoundInARoutedIndexByWhateverIdItHas() throws Exception {
        IndexDefinition definition = definition(ROUTED);
        IndexMetadata metadata = create(definition);
        rest.call("PUT", "/" + metadata.physicalName() + "/_doc/no.id?routing=elsewhere&refresh=true", "{}");
        try (DocumentSearcher searcher = backend.openSearcher(definition)) {
            assertThat(searcher.get(new DocumentId("no.other"))).isEmpty();
            assertThatThrownBy(() -> searcher.get(new DocumentId("no.id")))
                    .isInstanceOf(UnreadableDocumentException.class);
        }
    }

    @Test
    void aPartThatIsTooLongForARoutingStopsNothing() throws Exception {
        IndexDefinition definition = definition(
                """
                rowKey: {spec: {parts: {whole: {}}}, fields: []}
                fields: {body: {column: 'm:body', type: text}}
                elasticsearch: {shards: 5, routing: whole}
                """);
        String row = "x".repeat(32_767);
        try (DocumentWriter writer = backend.openWriter(definition, create(definition), READ_AGE);
                DocumentSearcher searcher = backend.openSearcher(definition)) {
            write(writer, Fixtures.upsert(row, 1, new Document(Map.of("body", "cat"))));
            write(writer, Fixtures.upsert("short", 2, new Document(Map.of("body", "cat"))));
            write(writer, Fixtures.upsert("y".repeat(300), 3, new Document(Map.of("body", "cat"))));
            assertThat(searcher.get(DocumentId.of(RowKey.utf8(row)))).isPresent();
            assertThat(searcher.get(DocumentId.of(RowKey.utf8("y".repeat(300)))))
                    .isPresent();
            write(
                    writer,
                    new IndexOperation.MarkDeleted(RowKey.utf8(row), Fixtures.version(4), System.currentTimeMillis()));
            assertThat(searcher.get(DocumentId.of(RowKey.utf8(row))))
                    .map(IndexedDocument::state)
                    .contains(IndexedDocument.State.DELETED);
        }
    }

    @Test
    void stubsOfARoutedIndexStandInTheDocumentsPlaceAndArePurgedThere() throws Exception {
        IndexDefinition definition = definition(ROUTED);
        IndexMetadata metadata = create(definition);
        long longAgo = System.currentTimeMillis() - Duration.ofHours(3).toMillis();
        List<String> rows = new ArrayList<>(List.of("u1-" + "x".repeat(500)));
        for (int row = 0; row < 20; row++) {
            rows.add("u" + row + "-1");
        }
        try (DocumentWriter writer = backend.openWriter(definition, metadata, READ_AGE);
                DocumentSearcher searcher = backend.openSearcher(definition)) {
            for (String row : rows) {
                write(writer, message(row, row.substring(0, row.indexOf('-')), 1));
                write(
                        writer,
                        new IndexOperation.MarkDeleted(RowKey.utf8(row), Fixtures.version(2), longAgo),
                        message(row, "u", 1));
            }
            searcher.refresh();
            assertThat(backend.admin().statistics(name).documents()).isZero();
            assertThat(backend.admin().statistics(name).deletedStubs()).isEqualTo(21);
            assertThat(searcher.get(DocumentId.of(RowKey.utf8(rows.get(0)))))
                    .map(IndexedDocument::state)
                    .contains(IndexedDocument.State.DELETED);
            assertThat(writer.purgeStubs(
                                    System.currentTimeMillis()
                                            - Duration.ofHours(1).toMillis(),
                                    100)
                            .removed())
                    .isEqualTo(21);
            searcher.refresh();
            try (DocumentCursor cursor = searcher.scan(KeyRange.all())) {
                assertThat(cursor.hasNext()).as("something is left").isFalse();
            }
        }
    }

    @Test
    void whatIsHandedOnArrives() throws IOException {
        IndexMetadata metadata = create(
                definition(
                        """
                fields:
                  title: {column: 'm:title', type: keyword}
                  body: {column: 'm:body', type: text, analyzers: [plain, standard]}
                elasticsearch:
                  shards: 2
                  settings:
                    codec: best_compression
                    analysis: {analyzer: {plain: {type: custom, tokenizer: standard}}}
                  mapping: {runtime: {shout: {type: keyword}}}
                  fields: {body: {norms: false}, title: {eager_global_ordinals: true}}
                """));
        String physical = metadata.physicalName();
        assertThat(metadata.analyzers()).containsEntry("body", "plain");
        assertThat(rest.get("/" + physical + "/_settings")
                        .at("/" + physical + "/settings/index/codec")
                        .asText())
                .isEqualTo("best_compression");
        assertThat(rest.get("/" + physical + "/_settings")
                        .at("/" + physical + "/settings/index/number_of_shards")
                        .asText())
                .isEqualTo("2");
        assertThat(rest.get("/" + physical + "/_mapping")
                        .at("/" + physical + "/mappings/properties/body/norms")
                        .asBoolean(true))
                .isFalse();
        assertThat(backend.admin().find(name)).contains(metadata);
    }

    @Test
    void whatElasticsearchRefusesIsToldInItsWords() {
        assertThatThrownBy(
                        () -> create(
                                definition(
                                        """
                        fields: {body: {column: 'm:body', type: text}}
                        elasticsearch: {settings: {no_such_setting: 1}}
                        """)))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(ErrorCode.CONFIGURATION_INVALID))
                .hasMessageContaining("no_such_setting");
        assertThat(backend.admin().find(name)).isEmpty();
    }

    @Test
    void missingAnalyzerPluginNamesInstallCommandOrUsesFallback() throws IOException {
        IndexDefinition alone =
                definition("fields: {body: {column: 'm:body', type: text, analyzers: [smartcn_t2s, korean]}}\n");
        assertThatThrownBy(() -> create(alone))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
                    assertThat(failure.hint()).hasValueSatisfying(hint -> assertThat(hint)
                            .contains("bin/elasticsearch-plugin install analysis-smartcn")
                            .contains("analyzers: [smartcn_t2s, korean, cjk]"));
                })
                .hasMessageContaining("analysis-nori");
        assertThat(backend.admin().find(name)).isEmpty();
        IndexDefinition fallback =
                definition("fields: {body: {column: 'm:body', type: text, analyzers: [japanese, standard]}}\n");
        assertThat(create(fallback).analyzers()).containsEntry("body", "standard");
    }

    /** A given server may lack the module that ordinary ones have {@code cjk} and its parts from. */
    @Test
    void anAnalyzerThatIsMadeOfPartsIsThereOnlyIfAllPartsAre() throws IOException {
        IndexDefinition definition =
                definition("fields: {body: {column: 'm:body', type: text, analyzers: [cjk_t2s, cjk, standard]}}\n");
        String chosen = backend.admin().chooseAnalyzers(definition).get("body");
        boolean hasParts = rest.send("POST", "/_analyze", "{\"analyzer\": \"cjk\", \"text\": \"a\"}")
                        .status()
                == 200;
        assertThat(chosen).isEqualTo(hasParts ? "cjk_t2s@2" : "standard");
        assertThat(create(definition).analyzers()).containsEntry("body", chosen);
    }

    /** As an index of an earlier version is: pairs of characters without single ones, the same in documents and queries. */
    @Test
    void anIndexWithoutSingleCharactersGoesOnToFindPairs() throws Exception {
        IndexDefinition definition = definition(
                """
                fields: {body: {column: 'm:body', type: text, analyzers: [pairs, cjk, standard]}}
                elasticsearch:
                  settings:
                    analysis.analyzer.pairs: {type: custom, tokenizer: standard, filter: [cjk_width, lowercase, cjk_bigram]}
                """);
        IndexMetadata metadata = create(definition);
        assertThat(metadata.analyzers()).containsEntry("body", "pairs");
        try (DocumentWriter writer = backend.openWriter(definition, metadata, READ_AGE);
                DocumentSearcher searcher = backend.openSearcher(definition)) {
            write(
                    writer,
                    Fixtures.upsert("1", 1, new Document(Map.of("body", "数据库 hbase"))),
                    Fixtures.upsert("2", 2, new Document(Map.of("body", "2024年1月份的A型"))));
            searcher.refresh();
            for (String found : List.of("数据库", "数据*", "\"数据库 hbase\"")) {
                assertThat(rows(searcher, definition, found)).as(found).containsExactly("1");
            }
            for (String found : List.of("A型", "1月份", "2024年1月份", "2024年1月份的", "2024年")) {
                assertThat(rows(searcher, definition, found)).as(found).containsExactly("2");
            }
            assertThat(rows(searcher, definition, "据")).isEmpty();
        }
    }

    private static List<String> rows(DocumentSearcher searcher, IndexDefinition definition, String query) {
        return search(searcher, definition, query).hits().stream()
                .map(hit -> hit.row().bytes().utf8())
                .toList();
    }
}
