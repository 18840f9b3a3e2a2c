/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.lucene.LuceneBackend;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchableIndexesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    private static IndexDefinition mail(String type, String alternative) {
        return DefinitionText.read("mail", "table: mail\nfields: {text: {column: 'd:text', type: " + type + "}}")
                .withSynonyms(new SynonymRules("synonyms.txt", 1, Map.of("car", List.of(alternative))));
    }

    private static List<String> synonyms(SearchableIndexes indexes) {
        return mail(indexes).options().synonyms().alternatives("car");
    }

    private static IndexDefinition mail(SearchableIndexes indexes) {
        SearchableIndex index = indexes.current().get("mail");
        assertThat(index).isNotNull();
        return index.definition();
    }

    @Test
    void synonymsAreThoseOfTheFilesAlsoWhileTheIndexKeepsItsOwnDefinition() {
        try (LuceneBackend backend = new LuceneBackend(new LuceneConfig(directory, Duration.ofMillis(200), 16 << 20));
                SearchableIndexes indexes = new SearchableIndexes(backend, List.of(mail("text", "automobile")))) {
            backend.admin()
                    .create(
                            mail("text", "wagon"),
                            new IndexSource("hbase-search.default.mail", "topic-id", 1, 1, true));
            indexes.start();
            assertThat(synonyms(indexes)).containsExactly("automobile");

            indexes.redefine(List.of(mail("text", "motor car")));
            awaitSynonym(indexes, "motor car");

            indexes.redefine(List.of(mail("keyword", "van")));
            awaitSynonym(indexes, "van");
            assertThat(mail(indexes).field("text").orElseThrow().type()).isEqualTo(FieldType.TEXT);
            assertThat(indexes.check().message()).contains("reindex mail --rebuild");
        }
    }

    private static void awaitSynonym(SearchableIndexes indexes, String alternative) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(synonyms(indexes)).containsExactly(alternative));
    }
}
