/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.AnalyzerVersion;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AnalyzerNotesTest {
    private static final String FIELDS =
            """
            table: mail
            fields:
              subject: {column: 'm:subject', type: text, analyzers: [cjk, standard]}
              body: {column: 'm:body', type: text, analyzers: [plain, standard]}
              sender: {column: 'm:from', type: keyword}
            """;

    @Test
    void whatTheFirstOfTheListDoesNeedsNoNote() {
        assertThat(notes(FIELDS, "cjk@2", "plain")).isEmpty();
    }

    @Test
    void aFallbackNamesWhatIsMissingAndTheCommand() {
        assertThat(notes(FIELDS, "standard", "plain"))
                .hasEntrySatisfying("subject", note -> assertThat(note)
                        .contains("did not have cjk")
                        .contains("hbase-search reindex mail --rebuild"))
                .hasSize(1);
    }

    @Test
    void anAnalyzerOfAnEarlierVersionNamesTheCommand() {
        assertThat(notes(FIELDS, "cjk", "plain"))
                .hasEntrySatisfying("subject", note -> assertThat(note)
                        .contains("single characters")
                        .contains("hbase-search reindex mail --rebuild"))
                .hasSize(1);
    }

    @Test
    void anAnalyzerOfTheDefinitionHasNoVersion() {
        String own = FIELDS + "elasticsearch: {settings: {analysis: {analyzer: {cjk: {type: standard}}}}}\n";
        assertThat(notes(own, "cjk", "plain")).isEmpty();
    }

    @Test
    void namesOfVersionsAreReadAsTheyAreWritten() {
        for (String stored : new String[] {"cjk", "cjk@2", "standard", "a@b", "@2", "x@0", "my@3"}) {
            assertThat(AnalyzerVersion.parse(stored).stored()).isEqualTo(stored);
        }
        assertThat(AnalyzerVersion.parse("cjk@2")).isEqualTo(AnalyzerVersion.current("cjk"));
        assertThat(AnalyzerVersion.current("english").stored()).isEqualTo("english");
    }

    private static Map<String, String> notes(String yaml, String subject, String body) {
        IndexDefinition definition = DefinitionText.read("mail", yaml);
        IndexMetadata metadata = IndexMetadata.of(
                        definition, new IndexSource("hbase-search.default.mail", "id", 3, 1, true))
                .physicalName("mail-1")
                .uuid(new UUID(1, 2))
                .createdAt(Instant.EPOCH)
                .analyzers(Map.of("subject", subject, "body", body))
                .build();
        return AnalyzerNotes.of(metadata);
    }
}
