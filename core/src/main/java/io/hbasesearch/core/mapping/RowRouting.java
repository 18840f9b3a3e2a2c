/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.OnError;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.definition.value.TextForm;
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
 * Computes the routing of a row's document, if a definition has one. It derives from the row key only, so that the document always
 * stays in the same shard. Immutable.
 */
public final class RowRouting {
    /** The longest routing that Elasticsearch accepts: it is a term, also for a stub, whose write must never fail. */
    private static final int MOST_BYTES = ValueConverter.MAX_KEYWORD_BYTES;

    /** The longest routing in a request's first line, of which Elasticsearch reads 4 KB; a byte may take three characters there. */
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

    /** Tells if a field's values are exactly the routing values of documents. */
    private boolean isThePart(FieldMapping field) {
        return field.type() == FieldType.KEYWORD
                && field.form().texts().equals(TextForm.DEFAULT)
                && field.form().onError() == OnError.DEAD_LETTER
                && field.source() instanceof FieldSource.KeyField key
                && part.filter(key.name()::equals).isPresent();
    }

    /** Tells if documents are routed by something other than their ids. */
    public boolean isUsed() {
        return part.isPresent();
    }

    /** Tells if a routing fits into a request's first line. */
    public static boolean fitsInUrl(String routing) {
        return routing.getBytes(UTF_8).length <= MOST_BYTES_IN_URL;
    }

    /**
     * Returns the routing of this row's document; empty if it is routed by its id. That also holds for a part that is too long for a
     * routing: its row becomes a dead letter if a field has the part, but its stub still needs a shard.
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
     * Returns the common routing of all documents that a search can match; empty if it is unknown, or if there may be several.
     *
     * @param queries a document must match all of them
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

    /** Returns a query and its required inner queries. */
    private static Stream<Query> required(Query query) {
        return query instanceof Query.Bool bool
                ? bool.must().stream().flatMap(RowRouting::required)
                : Stream.of(Query.unboosted(query));
    }

    /** Returns the value that a field of the part must have; null if the query does not require one. */
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
