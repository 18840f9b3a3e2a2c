/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which definition an index goes by. */
class IndexMetadataTest {
    private static final TableId TABLE = TableId.parse("mail");
    private static final ColumnName COLUMN = ColumnName.of("d", "text");

    private final IndexDefinition own = definition(TABLE, FieldMapping.of("text", COLUMN, FieldType.TEXT));
    private final IndexDefinition changed = definition(TABLE, FieldMapping.of("text", COLUMN, FieldType.KEYWORD));

    @Test
    void aChangedFileChangesNothing() {
        IndexMetadata index = index(DefinitionText.write(own));
        assertThat(index.isMadeBy(own)).isTrue();
        assertThat(index.isMadeBy(changed)).isFalse();
        assertThat(index.definitionOr(changed)).isEqualTo(own);
        assertThat(index.completed().movedTo(new IndexSource("t", "id", 1, 2)).definitionOr(changed))
                .isEqualTo(own);
    }

    @Test
    void whatTouchesNoDocumentIsTakenFromTheFile() {
        FieldMapping notByDefault =
                FieldMapping.of("text", COLUMN, FieldType.TEXT).onlyByName();
        IndexDefinition file = definition(TABLE, notByDefault);
        assertThat(index(DefinitionText.write(own)).definitionOr(file)).isEqualTo(file);
    }

    @Test
    void indexWithoutStoredDefinitionUsesAnEquivalentFile() {
        assertThat(index("").definitionOr(own)).isEqualTo(own);
        assertIncompatible(index(""), changed);
    }

    @Test
    void fillingInPlaceSuggestsARebuildIfTheDefinitionChanged() {
        IndexMetadata index = index(DefinitionText.write(own));
        index.requireMadeBy(own);
        assertThatThrownBy(() -> index.requireMadeBy(changed))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.INDEX_INCOMPATIBLE);
                    assertThat(failure.hint().orElse("")).contains("hbase-search reindex mail --rebuild");
                });
    }

    @Test
    void indexWithOlderJsonFormatKeepsWorkingUntilItIsRebuilt() {
        IndexDefinition json = definition(TABLE, FieldMapping.of("extra", COLUMN, FieldType.JSON));
        IndexMetadata index = index(DefinitionText.write(json), "the hash of an earlier version");
        assertThat(index.isMadeBy(json)).isFalse();
        assertThat(index.isOfEarlierVersion(json)).isTrue();
        assertThat(index.isOfEarlierVersion(changed)).isFalse();
        // Not the stored one: what does not touch documents may have changed since.
        assertThat(index.definitionOr(json)).isSameAs(json);
        assertThat(index.isMadeBy(index.definitionOr(json))).isFalse();
        assertThat(index.documentsChanged(json))
                .contains("an earlier version of hbase-search", "hbase-search reindex mail --rebuild");
        assertThatThrownBy(() -> index.requireMadeBy(json))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.INDEX_INCOMPATIBLE);
                    assertThat(failure).hasMessageContaining("an earlier version");
                    assertThat(failure.hint().orElse("")).contains("hbase-search reindex mail --rebuild");
                });
        assertThat(index(DefinitionText.write(json), json.hash()).isOfEarlierVersion(json))
                .isFalse();
    }

    @Test
    void anotherTableIsAnotherIndex() {
        FieldMapping[] fields = own.fields().toArray(FieldMapping[]::new);
        assertIncompatible(index(DefinitionText.write(own)), definition(TableId.parse("other"), fields));
    }

    private static void assertIncompatible(IndexMetadata index, IndexDefinition configured) {
        assertThatThrownBy(() -> index.definitionOr(configured))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(ErrorCode.INDEX_INCOMPATIBLE));
    }

    private static IndexDefinition definition(TableId table, FieldMapping... fields) {
        return IndexDefinition.of("mail", table, RowKeyFormat.TEXT, List.of(fields));
    }

    private IndexMetadata index(String definition) {
        return index(definition, own.hash());
    }

    private static IndexMetadata index(String definition, String hash) {
        return IndexMetadata.builder("mail")
                .physicalName("mail-1")
                .uuid(UUID.randomUUID())
                .createdAt(Instant.EPOCH)
                .table(TABLE)
                .source(new IndexSource("hbase-search.default.mail", "id", 1, 1, true))
                .definitionHash(hash)
                .definition(definition)
                .build();
    }
}
