/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.OnError;
import io.hbasesearch.core.definition.RowKeyDeclaration;
import io.hbasesearch.core.definition.TextForm;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * In which part of an index a row's document is, if a definition says so. Derives from the row key alone: whatever becomes of the
 * row, everybody looks for its document in the same place. Immutable.
 */
public final class RowRouting {
    /** What Elasticsearch takes for a routing: it is a term, be it of a stub, which nothing may keep from being written. */
    private static final int MOST_BYTES = ValueConverter.MAX_KEYWORD_BYTES;

    /** In a request's first line, of which Elasticsearch reads 4 KB; a byte may take three characters there. */
    private static final int MOST_BYTES_IN_URL = 512;

    private final Optional<String> part;
    private final Optional<RowKeySpec> spec;
    private final Set<String> fields;

    public RowRouting(IndexDefinition definition) {
        part = definition.options().elasticsearch().routing();
        spec = definition.rowKey().map(RowKeyDeclaration::spec);
        fields = definition.fields().stream()
                .filter(this::isThePart)
                .map(FieldMapping::name)
                .collect(Collectors.toSet());
    }

    /** Whether a field's values are those that documents are routed by, character by character. */
    private boolean isThePart(FieldMapping field) {
        return field.type() == FieldType.KEYWORD
                && field.form().texts().equals(TextForm.DEFAULT)
                && field.form().onError() == OnError.DEAD_LETTER
                && field.source() instanceof FieldSource.KeyField key
                && part.filter(key.name()::equals).isPresent();
    }

    /** Whether documents are anywhere but where their ids put them. */
    public boolean isUsed() {
        return part.isPresent();
    }

    /** Whether a request can name it that has it in its first line. */
    public static boolean fitsInUrl(String routing) {
        return routing.getBytes(UTF_8).length <= MOST_BYTES_IN_URL;
    }

    /**
     * What the document of this row is routed by; empty if by its id, as it is if the part is longer than a routing may be: its row
     * is a dead letter if a field has the part, and its stub must have a place nevertheless.
     */
    public Optional<String> of(RowKey row) {
        if (part.isEmpty() || spec.isEmpty()) {
            return Optional.empty();
        }
        return spec.get().decode(row) instanceof DecodedKey.Readable readable
                ? Optional.ofNullable(readable.values().get(part.get()))
                        .map(RowRouting::text)
                        .filter(text -> !text.isEmpty() && text.getBytes(UTF_8).length <= MOST_BYTES)
                : Optional.empty();
    }

    private static String text(KeyValue value) {
        return RowKeyMapper.raw(value).toString();
    }

    /**
     * What all documents are routed by that a search can match; empty if there is no telling, or if it may be several.
     *
     * @param queries all of which a document matches
     */
    public Optional<String> of(List<Query> queries) {
        return fields.isEmpty()
                ? Optional.empty()
                : queries.stream()
                        .flatMap(RowRouting::required)
                        .map(this::value)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .filter(text -> !text.isEmpty() && text.getBytes(UTF_8).length <= MOST_BYTES);
    }

    /** A query, and those within it without which it does not match. */
    private static Stream<Query> required(Query query) {
        return query instanceof Query.Bool bool ? bool.must().stream().flatMap(RowRouting::required) : Stream.of(query);
    }

    /** The value that a field of the part must have; null if the query does not say. */
    private @Nullable String value(Query query) {
        if (query instanceof Query.Word word && areThePart(word.fields())) {
            return word.text();
        }
        return query instanceof Query.Phrase phrase && areThePart(phrase.fields()) ? phrase.text() : null;
    }

    private boolean areThePart(List<String> searched) {
        return !searched.isEmpty() && fields.containsAll(searched);
    }
}
