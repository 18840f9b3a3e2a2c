/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import co.elastic.clients.elasticsearch._types.mapping.DynamicMapping;
import co.elastic.clients.elasticsearch._types.mapping.Property;
import co.elastic.clients.elasticsearch._types.mapping.TypeMapping;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import co.elastic.clients.json.JsonData;
import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.LinkedHashMap;
import java.util.Map;

/** How an index definition looks to Elasticsearch. */
final class IndexMapping {
    // More than JSON cells may have, so that whoever reads them draws the line for every backend.
    private static final int JSON_DEPTH = 100;
    private static final String DATE_FORMAT = "strict_date_time";

    private IndexMapping() {}

    /**
     * Every field is named; one that is not is refused rather than added, so that neither a wrong definition nor a JSON
     * value makes the mapping grow.
     *
     * @param meta what is stored of the metadata, and beside it
     */
    static TypeMapping of(IndexDefinition definition, IndexMetadata metadata, JsonData meta) {
        TypeMapping.Builder mapping = new TypeMapping.Builder()
                .dynamic(DynamicMapping.Strict)
                .meta(MetadataJson.META_KEY, meta)
                .properties(StoredFields.ROW, p -> p.keyword(k -> k))
                .properties(StoredFields.KEY, p -> p.binary(b -> b))
                .properties(StoredFields.DELETED, p -> p.boolean_(b -> b))
                .properties(StoredFields.FAILED, p -> p.boolean_(b -> b));
        mapping.properties(added());
        Map<String, Property> ofCells = new LinkedHashMap<>();
        for (FieldMapping field : definition.fields()) {
            if (field.source() instanceof FieldSource.OfCell) {
                ofCells.put(field.name().substring(CellUnit.PREFIX.length()), property(field, metadata));
            } else {
                mapping.properties(field.name(), property(field, metadata));
            }
        }
        if (!ofCells.isEmpty()) {
            mapping.properties(
                    CellUnit.FIELD,
                    p -> p.nested(n -> n.dynamic(DynamicMapping.Strict).properties(ofCells)));
        }
        return mapping.build();
    }

    /** What the first indexes did not have. Hashes are to be added up, not to be searched; times to be searched, not added up. */
    static Map<String, Property> added() {
        Property half = Property.of(p -> p.integer(n -> n.index(false).docValues(true)));
        Property time = Property.of(p -> p.long_(n -> n.docValues(false)));
        return Map.of(StoredFields.HASH_HIGH, half, StoredFields.HASH_LOW, half, StoredFields.READ_AT, time);
    }

    // No keyword has ignore_above: a value that is too long to be found is a reason to refuse the document, not to hide
    // it.
    private static Property property(FieldMapping field, IndexMetadata metadata) {
        return switch (field.type()) {
            case TEXT ->
                Property.of(p -> p.text(t -> t.analyzer(
                        AnalyzerPresets.nameInMapping(metadata.analyzers().get(field.name())))));
            case KEYWORD -> Property.of(p -> p.keyword(k -> k));
            case BOOLEAN -> Property.of(p -> p.boolean_(b -> b));
            case INT -> Property.of(p -> p.integer(n -> n.coerce(false)));
            case LONG -> Property.of(p -> p.long_(n -> n.coerce(false)));
            case FLOAT -> Property.of(p -> p.float_(n -> n.coerce(false)));
            case DOUBLE -> Property.of(p -> p.double_(n -> n.coerce(false)));
            case DATE -> Property.of(p -> p.date(d -> d.format(DATE_FORMAT)));
            case JSON -> Property.of(p -> p.flattened(f -> f.depthLimit(JSON_DEPTH)));
        };
    }

    /** What everybody sees who searches by the index's name: documents, no stubs. */
    static Query withoutStubs() {
        return Query.of(q -> q.bool(b -> b.mustNot(isTrue(StoredFields.DELETED), isTrue(StoredFields.FAILED))));
    }

    static Query isTrue(String field) {
        return Query.of(q -> q.term(t -> t.field(field).value(true)));
    }
}
