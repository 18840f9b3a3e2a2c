/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.ElasticsearchOptions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.IndexOptions;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.elasticsearch.ElasticsearchHarness;
import io.hbasesearch.elasticsearch.client.SourceJson;
import io.hbasesearch.testing.Fixtures;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is sent to make an index. */
class IndexBodyTest {
    private static JsonNode body(ElasticsearchOptions options, String analyzer) throws JsonProcessingException {
        IndexDefinition plain = Fixtures.messages("mail");
        IndexDefinition definition = new IndexDefinition(
                plain.name(),
                plain.table(),
                plain.rowKeyFormat(),
                plain.rowKey(),
                plain.fields(),
                new IndexOptions(List.of(), options),
                plain.hash());
        IndexMetadata metadata = Fixtures.metadata("mail")
                .physicalName("hbase-search-mail-1")
                .table(plain.table())
                .source(new IndexSource("topic", "id", 1, 1, true))
                .definitionHash(plain.hash())
                .analyzers(Map.of("body", analyzer))
                .build();
        return SourceJson.mapper()
                .readTree(IndexBody.of(
                        definition,
                        metadata,
                        MetadataJson.write(metadata),
                        ElasticsearchHarness.config(URI.create("http://127.0.0.1:1")),
                        true));
    }

    @Test
    void whatADefinitionHandsOnStandsBesideWhatIsOurs() throws JsonProcessingException {
        JsonNode body = body(
                new ElasticsearchOptions(
                        Optional.of(7),
                        Optional.of(0),
                        Optional.empty(),
                        Map.of("index.codec", "best_compression"),
                        Map.of("runtime", Map.of("half", Map.of("type", "double"))),
                        Map.of("body", Map.of("norms", false))),
                "standard");
        assertThat(body.at("/settings/index.number_of_shards").asInt()).isEqualTo(7);
        assertThat(body.at("/settings/index.number_of_replicas").asInt(-1)).isZero();
        assertThat(body.at("/settings/index.codec").asText()).isEqualTo("best_compression");
        assertThat(body.at("/settings/index.default_pipeline").asText()).isEqualTo("_none");
        assertThat(body.at("/settings/index.final_pipeline").asText()).isEqualTo("_none");
        assertThat(body.at("/mappings/dynamic").asText()).isEqualTo("strict");
        assertThat(body.at("/mappings/runtime/half/type").asText()).isEqualTo("double");
        assertThat(body.at("/mappings/properties/body/type").asText()).isEqualTo("text");
        assertThat(body.at("/mappings/properties/body/norms").asBoolean(true)).isFalse();
        assertThat(body.at("/mappings/_meta/hbase_search/topic").asText()).isEqualTo("topic");
        assertThat(body.at("/aliases/mail/filter/bool/must_not")).hasSize(2);
    }

    @Test
    void analyzersUseElasticsearchNamesOrAreDefinedInTheIndex() throws JsonProcessingException {
        JsonNode korean = body(ElasticsearchOptions.NONE, "korean@2");
        assertThat(korean.at("/mappings/properties/body/analyzer").asText()).isEqualTo("hbasesearch_korean");
        assertThat(korean.at("/settings/analysis/analyzer/hbasesearch_korean/tokenizer")
                        .asText())
                .isEqualTo("nori_tokenizer");
        JsonNode chinese = body(ElasticsearchOptions.NONE, "cjk_t2s@2");
        JsonNode field = chinese.at("/mappings/properties/body");
        for (String kind : List.of("analyzer", "search_analyzer", "search_quote_analyzer")) {
            JsonNode analyzer =
                    chinese.at("/settings/analysis/analyzer/" + field.path(kind).asText());
            assertThat(analyzer.path("tokenizer").asText()).as(kind).isEqualTo("standard");
            assertThat(analyzer.path("char_filter")).as(kind).hasSize(1);
        }
        assertThat(chinese.at("/settings/analysis/filter/hbasesearch_cjk_characters/output_unigrams")
                        .asBoolean())
                .isTrue();
        assertThat(chinese.at("/settings/analysis/char_filter/hbasesearch_t2s/mappings"))
                .anySatisfy(line -> assertThat(line.asText()).isEqualTo("圖 => 图"));
    }

    /** The mapping of an index of an earlier version is compared with what its metadata says. */
    @Test
    void firstVersionsOfAnalyzersKeepTheirNames() throws JsonProcessingException {
        assertThat(body(ElasticsearchOptions.NONE, "korean")
                        .at("/mappings/properties/body/analyzer")
                        .asText())
                .isEqualTo("nori");
        assertThat(body(ElasticsearchOptions.NONE, "cjk_t2s")
                        .at("/mappings/properties/body/analyzer")
                        .asText())
                .isEqualTo("cjk_t2s");
        assertThat(body(ElasticsearchOptions.NONE, "cjk")
                        .at("/mappings/properties/body/search_analyzer")
                        .isMissingNode())
                .isTrue();
    }

    @Test
    void anAnalyzerOfTheDefinitionReplacesThePresetOfItsName() throws JsonProcessingException {
        for (String own : List.of("japanese", "nori", "korean", "folding", "cjk", "cjk@2", "english")) {
            String type = "index.analysis.analyzer." + own + ".type";
            ElasticsearchOptions options = new ElasticsearchOptions(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(type, "whitespace"),
                    Map.of(),
                    Map.of());
            JsonNode body = body(options, own);
            JsonNode field = body.at("/mappings/properties/body");
            assertThat(field.path("analyzer").asText()).isEqualTo(own);
            assertThat(field.path("search_analyzer").isMissingNode()).as(own).isTrue();
            assertThat(body.at("/settings/" + type).asText()).isEqualTo("whitespace");
            assertThat(body.at("/settings/analysis").isMissingNode()).as(own).isTrue();
        }
    }

    @Test
    void aDocumentCarriesItsRoutingWhateverIsInIt() throws JsonProcessingException {
        IndexOperation deletion = Fixtures.deleted("a", 1);
        String line = new String(
                        SourceJson.bulkLines(deletion, deletion.id(), Optional.of("u\"1,\n"), List.of()), UTF_8)
                .lines()
                .findFirst()
                .orElseThrow();
        assertThat(SourceJson.mapper().readTree(line).at("/index/routing").asText())
                .isEqualTo("u\"1,\n");
        assertThat(new String(SourceJson.bulkLines(Fixtures.deleted("a", 1)), UTF_8))
                .doesNotContain("routing");
    }
}
