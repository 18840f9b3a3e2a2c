/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.DateUnit;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DefinitionTextTest {
    private static final TableId TABLE = TableId.parse("ns:words");

    @Test
    void everyTypeAndEncodingComesBackAsItWas() {
        List<FieldMapping> fields = new ArrayList<>(List.of(FieldMapping.ofRowKey("id")));
        for (FieldType type : FieldType.values()) {
            for (ValueEncoding encoding : type.encodings()) {
                fields.add(FieldMapping.of("f" + fields.size(), ColumnName.of("d", "c" + fields.size()), type)
                        .withEncoding(encoding));
            }
        }
        assertComesBack(fields);
    }

    @Test
    void whatLooksLikeYamlOrAVariableIsText() {
        ColumnName odd = ColumnName.parse("d:\\x00\"'{}: ${HOME}#\\xFF");
        assertComesBack(List.of(
                new FieldMapping(
                        "größe",
                        new FieldSource.Cell(odd),
                        FieldType.DATE,
                        ValueForm.of(
                                ValueEncoding.UTF8,
                                new DateForm("yyyydd'${A}$${B}\"\\'MM", ZoneId.of("Europe/Vienna"), DateUnit.MILLIS)),
                        List.of(),
                        false),
                FieldMapping.of("text", odd, FieldType.TEXT).withAnalyzers(List.of("cjk", "standard")),
                FieldMapping.of("true", odd, FieldType.KEYWORD).onlyByName()));
    }

    private static void assertComesBack(List<FieldMapping> fields) {
        IndexDefinition definition = IndexDefinition.of("words", TABLE, RowKeyFormat.BINARY, fields);
        assertThat(DefinitionText.read("words", DefinitionText.write(definition)))
                .isEqualTo(definition);
    }

    @Test
    void whatAnotherVersionWroteIsRefusedByName() {
        assertFails(
                ErrorCode.INDEX_INCOMPATIBLE,
                () -> DefinitionText.read("words", "{\"table\": \"words\", \"novelty\": 1}"),
                "novelty");
    }

    @Test
    void aDefinitionThatNoIndexCouldKeepIsRefused() {
        List<FieldMapping> fields = IntStream.range(0, 8_000)
                .mapToObj(i -> FieldMapping.of("f" + i, ColumnName.of("d", "c" + i), FieldType.TEXT))
                .toList();
        IndexDefinition definition = IndexDefinition.of("words", TABLE, RowKeyFormat.TEXT, fields);
        assertFails(ErrorCode.CONFIGURATION_INVALID, () -> DefinitionText.write(definition), "words");
    }

    private static void assertFails(ErrorCode code, Runnable call, String named) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(code))
                .hasMessageContaining(named);
    }

    @Test
    void textsWithFormerKeysAreReadAndHaveTheHashesOfTheirTime() {
        IndexDefinition many = DefinitionText.read(
                "many",
                "{index: many, table: 't', rowKey: {format: text},"
                        + " fields: {attributes: {type: json, columns: 'd:a_*', mostColumns: 7}}}");
        assertThat(many.hash()).isEqualTo("1b66a8214a04b78c3eae9d209693a5940f354fbc53b46031c3dc941de5662a37");
        assertThat(DefinitionText.write(many)).contains("\"maxColumns\": 7").doesNotContain("mostColumns");
        IndexDefinition cells = DefinitionText.read(
                "cells",
                "{index: cells, table: 't', rowKey: {format: text}, unit: cell,"
                        + " cells: {columns: ['d:*'], most: 5, values: {text: {type: text}}}, fields: {}}");
        assertThat(cells.hash()).isEqualTo("5c30b8b455fc7ebcd305c928e06100d7a34e310346b61fa613cd56d1314ebe42");
        assertThat(DefinitionText.write(cells)).contains("\"maxCells\": 5");
        assertThat(DefinitionText.read("cells", DefinitionText.write(cells)).hash())
                .isEqualTo(cells.hash());
    }
}
