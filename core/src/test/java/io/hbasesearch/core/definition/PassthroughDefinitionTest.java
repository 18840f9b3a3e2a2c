/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a definition hands on to Elasticsearch. */
class PassthroughDefinitionTest {
    private static final String FIELDS =
            "table: t\nfields: {body: {column: 'd:b', type: text, analyzers: [mine, cjk]}}\n";

    @TempDir
    Path directory;

    private IndexDefinition read(String text) throws IOException {
        return new IndexDefinitionReader(Map.of("CODEC", "best_compression"))
                .readFile(Files.writeString(directory.resolve("t.yaml"), FIELDS + text));
    }

    private List<String> problems(String text) {
        ConfigurationException e = catchThrowableOfType(ConfigurationException.class, () -> read(text));
        assertThat(e).as("problems of %s", text).isNotNull();
        return e.problems().stream()
                .map(problem -> problem.line() + ":" + problem.column() + ": " + problem.message())
                .toList();
    }

    @Test
    void aPipelineIsRefusedWithWhatToDoInstead() {
        assertThat(problems("elasticsearch: {pipeline: enrich}\n"))
                .singleElement()
                .asString()
                .contains("elasticsearch.pipeline cannot be set", "elasticsearch.mapping.runtime");
    }

    @Test
    void valuesKeepTheirTypesAndSettingsGetTheirWholeNames() throws IOException {
        IndexDefinition definition = read(
                """
                elasticsearch:
                  shards: 3
                  replicas: 0
                  settings:
                    codec: "${CODEC}"
                    index.sort: {field: [body], order: desc}
                    analysis: {analyzer: {mine: {type: custom, tokenizer: standard}}}
                    mapping.total_fields.limit: 5000
                    warm: "5"
                  mapping: {runtime: {half: {type: double}}}
                  fields: {body: {norms: false, fields: {raw: {type: keyword}}}}
                """);
        ElasticsearchOptions options = definition.options().elasticsearch();
        assertThat(options.shards()).isEqualTo(Optional.of(3));
        assertThat(options.replicas()).isEqualTo(Optional.of(0));
        assertThat(options.settings())
                .isEqualTo(Map.of(
                        "index.codec", "best_compression",
                        "index.sort.field", List.of("body"),
                        "index.sort.order", "desc",
                        "index.analysis.analyzer.mine.type", "custom",
                        "index.analysis.analyzer.mine.tokenizer", "standard",
                        "index.mapping.total_fields.limit", 5000L,
                        "index.warm", "5"));
        assertThat(options.mapping()).isEqualTo(Map.of("runtime", Map.of("half", Map.of("type", "double"))));
        assertThat(options.fields())
                .isEqualTo(Map.of("body", Map.of("norms", false, "fields", Map.of("raw", Map.of("type", "keyword")))));
        assertThat(options.ownAnalyzers()).containsExactly("mine");
        assertThat(DefinitionText.read("t", DefinitionText.write(definition))).isEqualTo(definition);
    }

    @Test
    void whatIsHandedOnIsPartOfTheHash() throws IOException {
        String none = read("").hash();
        String one = read("elasticsearch: {settings: {codec: default}}\n").hash();
        assertThat(one)
                .isNotEqualTo(none)
                .isEqualTo(read("elasticsearch: {settings: {index: {codec: default}}}\n")
                        .hash())
                .isNotEqualTo(read("elasticsearch: {settings: {codec: best_compression}}\n")
                        .hash());
        assertThat(read("elasticsearch: {}\n").hash()).isEqualTo(none);
    }

    @Test
    void whatWouldBreakVersionsIdsOrDocumentsIsRefusedWithTheReason() {
        assertThat(
                        problems(
                                """
                        elasticsearch:
                          settings: {index: {number_of_replicas: 2, blocks: {write: true}}, refresh_interval: 1s}
                          mapping: {dynamic: true, _routing: {required: true}}
                          fields: {body: {analyzer: standard, copy_to: all}, bodi: {norms: false}}
                          pipelines: x
                        """))
                .containsExactlyInAnyOrder(
                        "4:13: elasticsearch.settings has index.number_of_replicas, which is written as"
                                + " elasticsearch.replicas; a rebuild lowers it meanwhile",
                        "4:13: elasticsearch.settings has index.blocks.write, which cannot be set: it would stop the"
                                + " indexer",
                        "4:13: elasticsearch.settings has index.refresh_interval, which is written as"
                                + " index.elasticsearch.refreshInterval in hbase-search.yaml; a rebuild lowers it"
                                + " meanwhile",
                        "5:12: elasticsearch.mapping has dynamic, which has no meaning: fields come from the definition"
                                + " and are never added",
                        "5:12: elasticsearch.mapping has _routing, which cannot be set: documents are kept by ids and"
                                + " versions that it would change",
                        "6:11: elasticsearch.fields has body.analyzer, which is written as analyzer or analyzers of the"
                                + " field",
                        "6:11: elasticsearch.fields has body.copy_to, which is written as copyTo of the field",
                        "6:11: elasticsearch.fields has bodi, which is not a field of this definition; did you mean body?",
                        "7:3: elasticsearch.pipelines is not known; accepted: shards, replicas, routing, settings,"
                                + " mapping, fields");
    }

    @Test
    void aDocumentIsRoutedByAPartOfItsRowKeyAndByNothingElse() throws IOException {
        String spec = "rowKey: {spec: {parts: {user: {separator: '-'}, day: {}}}}\n";
        assertThat(read(spec + "elasticsearch: {routing: user}\n")
                        .options()
                        .elasticsearch()
                        .routing())
                .contains("user");
        assertThat(problems("elasticsearch: {routing: user}\n"))
                .containsExactly(
                        "3:26: elasticsearch.routing needs rowKey.spec: where a document is derives from its row"
                                + " key alone, or its row's next edit would not find it");
        assertThat(problems(spec + "elasticsearch: {routing: body}\n"))
                .containsExactly("4:26: elasticsearch.routing body is not a field of the row key; It has: user, day");
    }
}
