/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Definitions and operations that the contract tests use, in code. */
public final class Fixtures {
    /** The epoch of {@link #source} and of every version made here. */
    public static final int EPOCH = 1;

    private Fixtures() {}

    /** A name that no other test has. */
    public static String uniqueName(String prefix) {
        return prefix + "-" + UUID.randomUUID().toString().substring(0, 8);
    }

    /** One text field, one keyword field, one number: the index of most tests. */
    public static IndexDefinition messages(String index) {
        return definition(
                index,
                field("body", FieldType.TEXT),
                field("sender", FieldType.KEYWORD),
                field("size", FieldType.LONG));
    }

    public static IndexDefinition definition(String index, FieldMapping... fields) {
        return new IndexDefinition(
                index, TableId.parse("default:messages"), RowKeyFormat.TEXT, List.of(fields), "hash-of-" + index);
    }

    /** A field of the column {@code m:<name>}. */
    public static FieldMapping field(String name, FieldType type) {
        return FieldMapping.of(name, ColumnName.of("m", name), type);
    }

    public static IndexSource source(IndexDefinition definition) {
        return new IndexSource("hbase-search.default.messages", "topic-id-of-" + definition.name(), 3, EPOCH);
    }

    /**
     * Begins the metadata of a complete index of one partition, with a random UUID, of the table of the same name. Tests that concern
     * another part set that one.
     */
    public static IndexMetadata.Builder metadata(String index) {
        return IndexMetadata.builder(index)
                .physicalName(index + "-1")
                .uuid(UUID.randomUUID())
                .createdAt(Instant.EPOCH)
                .table(TableId.parse(index))
                .source(new IndexSource("hbase-search.default." + index, "id", 1, EPOCH, true))
                .definitionHash("hash");
    }

    public static RowVersion version(long offset) {
        return RowVersion.of(EPOCH, offset);
    }

    /** A document of {@link #messages}. */
    public static Document message(String body) {
        return new Document(Map.of("body", body));
    }

    /** An upsert of a row that was read just now. */
    public static IndexOperation upsert(String row, long offset, Document document) {
        return new IndexOperation.Upsert(RowKey.utf8(row), version(offset), System.currentTimeMillis(), document);
    }

    public static IndexOperation upsert(String row, long offset, String body) {
        return upsert(row, offset, message(body));
    }

    public static IndexOperation deleted(String row, long offset) {
        return new IndexOperation.MarkDeleted(RowKey.utf8(row), version(offset), System.currentTimeMillis());
    }

    public static IndexOperation failed(String row, long offset) {
        return new IndexOperation.MarkFailed(RowKey.utf8(row), version(offset), System.currentTimeMillis());
    }
}
