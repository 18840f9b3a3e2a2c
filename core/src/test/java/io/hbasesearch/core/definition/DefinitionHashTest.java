/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.DateUnit;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DefinitionHashTest {
    private static final TableId TABLE = TableId.parse("ns:t");
    private static final FieldMapping TEXT = FieldMapping.of("text", ColumnName.of("d", "a"), FieldType.TEXT);
    private static final FieldMapping DATE = new FieldMapping(
            "date",
            new FieldSource.Cell(ColumnName.of("d", "b")),
            FieldType.DATE,
            ValueForm.of(ValueEncoding.UTF8, new DateForm("yyyy-MM-dd", ZoneOffset.UTC, DateUnit.MILLIS)),
            List.of(),
            false);

    private static String hash(FieldMapping... fields) {
        return DefinitionHash.of(TABLE, RowKeyFormat.TEXT, Optional.empty(), List.of(fields), IndexOptions.NONE);
    }

    private static FieldMapping date(String pattern, ZoneId zone, ValueEncoding encoding) {
        return new FieldMapping(
                "date",
                DATE.source(),
                FieldType.DATE,
                ValueForm.of(encoding, new DateForm(pattern, zone, DateUnit.MILLIS)),
                List.of(),
                false);
    }

    @Test
    void whatChangesNoDocumentChangesNoHash() {
        assertThat(hash(TEXT, DATE)).isEqualTo(hash(DATE, TEXT)).matches("[0-9a-f]{64}");
        FieldMapping notDefault = TEXT.onlyByName();
        assertThat(hash(notDefault)).isEqualTo(hash(TEXT));
        assertThat(hash(TEXT.withWeight(3))).isEqualTo(hash(TEXT));
        ZoneId vienna = ZoneId.of("Europe/Vienna");
        assertThat(hash(date(null, vienna, ValueEncoding.BYTES_LONG)))
                .isEqualTo(hash(date(null, ZoneOffset.UTC, ValueEncoding.BYTES_LONG)));
    }

    @Test
    void whatChangesDocumentsChangesTheHash() {
        Set<String> hashes = new HashSet<>();
        assertThat(List.of(
                        hash(TEXT, DATE),
                        hash(TEXT),
                        hash(DATE),
                        hash(TEXT.withAnalyzers(List.of("cjk", "standard"))),
                        hash(TEXT.withAnalyzers(List.of("standard", "cjk"))),
                        hash(FieldMapping.of("text", ColumnName.of("d", "a"), FieldType.KEYWORD)),
                        hash(FieldMapping.of("text", ColumnName.of("d", "b"), FieldType.TEXT)),
                        hash(FieldMapping.of("text", ColumnName.of("e", "a"), FieldType.TEXT)),
                        hash(FieldMapping.of("texta", ColumnName.of("d", ""), FieldType.TEXT)),
                        hash(FieldMapping.ofRowKey("text")),
                        hash(date("yyyy-MM-dd", ZoneOffset.UTC, ValueEncoding.BYTES_LONG)),
                        hash(date("yyyy-dd-MM", ZoneOffset.UTC, ValueEncoding.UTF8)),
                        hash(date("yyyy-MM-dd", ZoneId.of("Europe/Vienna"), ValueEncoding.UTF8)),
                        DefinitionHash.of(
                                TABLE, RowKeyFormat.BINARY, Optional.empty(), List.of(TEXT), IndexOptions.NONE),
                        DefinitionHash.of(
                                TableId.parse("t"),
                                RowKeyFormat.TEXT,
                                Optional.empty(),
                                List.of(TEXT),
                                IndexOptions.NONE)))
                .allMatch(hashes::add);
    }
}
