/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.settings.CellSettings;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.yaml.YamlText;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes a SHA-256 over everything that affects documents or the index's mapping. The order of fields, the fields that a plain word
 * searches, their weights, the ranking and the index's name are not part of it.
 */
final class DefinitionHash {
    /** A marker in the place of a field's name that cannot be one. */
    private static final String MORE = "+";

    /** The version of the form in which a JSON field's leaves are indexed. A change requires a rebuild of earlier indexes. */
    private static final String JSON_FORM = "json 2";

    /** Former keys of settings: with the new ones, the hashes of existing indexes would change. */
    private static final Map<String, String> HASHED_KEYS =
            Map.of(DefinitionSettings.MAX_COLUMNS.key(), "mostColumns", CellSettings.MAX.key(), "most");

    private final MessageDigest digest;

    private DefinitionHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static String of(
            TableId table,
            RowKeyFormat rowKeyFormat,
            Optional<RowKeyDeclaration> rowKey,
            List<FieldMapping> fields,
            IndexOptions options) {
        DefinitionHash hash = new DefinitionHash();
        hash.add("definition 1");
        hash.add(table.toString());
        hash.add(rowKeyFormat.name());
        List<FieldMapping> sorted =
                fields.stream().sorted(Comparator.comparing(FieldMapping::name)).toList();
        sorted.forEach(hash::add);
        rowKey.ifPresent(hash::add);
        sorted.forEach(hash::addMore);
        hash.add(options);
        return HexFormat.of().formatHex(hash.digest.digest());
    }

    private void add(FieldMapping field) {
        add(field.name());
        add(field.column().map(ColumnName::family).orElse(""));
        add(field.column().map(column -> column.qualifier().toBytes()).orElse(new byte[0]));
        add(field.type().name());
        add(field.encoding().name());
        String pattern = field.datePattern();
        add(field.hasDateText() && pattern != null ? pattern : "");
        add(field.hasDateText() ? field.dateZone().getId() : "");
        add(String.join(",", field.analyzers()));
    }

    private void add(RowKeyDeclaration rowKey) {
        add(MORE);
        add(rowKey.text());
        add(rowKey.undecodable().name());
    }

    /** Adds settings that the first definitions did not have. A field without them adds nothing, so that old hashes stay the same. */
    private void addMore(FieldMapping field) {
        if (field.source() instanceof FieldSource.OfCell of) {
            add(MORE);
            add(field.name());
            add(of.part().text());
            add(YamlText.mapping(hashed(of.unit().settings())));
        }
        if (field.type() == FieldType.JSON) {
            add(MORE);
            add(field.name());
            add(JSON_FORM);
        }
        Map<String, String> more = FieldText.more(field);
        if (!more.isEmpty()) {
            add(MORE);
            add(field.name());
            add(YamlText.mapping(hashed(more)));
        }
    }

    private static Map<String, String> hashed(Map<String, String> settings) {
        Map<String, String> hashed = new LinkedHashMap<>();
        settings.forEach((key, text) -> hashed.put(HASHED_KEYS.getOrDefault(key, key), text));
        return hashed;
    }

    private void add(IndexOptions options) {
        options.hashed().forEach((key, text) -> {
            add(MORE);
            add(key);
            add(text);
        });
    }

    private void add(String text) {
        add(text.getBytes(UTF_8));
    }

    /** Adds a part after its length, so that different lists of parts never have the same bytes. */
    private void add(byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
        digest.update(part);
    }
}
