/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContentHashTest {
    private static final DocumentId ROW = DocumentId.of(RowKey.utf8("row"));

    @Test
    void equalDocumentsHaveEqualHashesWhateverTheirOrder() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("b", Map.of("x", List.of(1L, "two"), "y", true));
        fields.put("a", "text");
        Map<String, Object> turned = new LinkedHashMap<>();
        turned.put("a", "text");
        turned.put("b", Map.of("y", true, "x", List.of(1L, "two")));
        assertThat(hash(turned)).isEqualTo(hash(fields));
    }

    /** It is stored in indexes: whoever changes it makes all of them be read in full. */
    @Test
    void theHashStaysWhatItIs() {
        assertThat(hash(Map.of("a", "text", "n", 1L, "d", 0.5, "t", true))).isEqualTo(3690211416396945064L);
        assertThat(ContentHash.ofFailed(ROW)).isEqualTo(-4348521101902461330L);
    }

    @Test
    void documentsThatSaySomethingElseHaveOtherHashes() {
        List<Map<String, Object>> documents = List.of(
                Map.of(),
                Map.of("a", ""),
                Map.of("a", "1"),
                Map.of("a", 1L),
                Map.of("a", 1.0),
                Map.of("a", new BigDecimal("1")),
                Map.of("a", new BigDecimal("1.0")),
                Map.of("a", true),
                Map.of("a", "true"),
                Map.of("a", List.of()),
                Map.of("a", Map.of()),
                Map.of("a", List.of("1")),
                Map.of("a", List.of("1", "2")),
                Map.of("a", List.of("12")),
                Map.of("a", List.of(List.of("1"), "2")),
                Map.of("a", List.of(List.of("1", "2"))),
                Map.of("a", "b", "c", ""),
                Map.of("a", "", "b", "c"),
                Map.of("ab", "c"),
                Map.of("a", "bc"));
        Set<Long> hashes = new HashSet<>();
        documents.forEach(fields -> hashes.add(hash(fields)));
        hashes.add(ContentHash.ofFailed(ROW));
        documents.forEach(fields -> hashes.add(ContentHash.ofRefused(ROW, new Document(fields))));
        hashes.add(ContentHash.of(DocumentId.of(RowKey.utf8("other")), Document.empty()));
        assertThat(hashes).hasSize(2 * documents.size() + 2).doesNotContain(0L);
    }

    private static long hash(Map<String, Object> fields) {
        return ContentHash.of(ROW, new Document(fields));
    }
}
