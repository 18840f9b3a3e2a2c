/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

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
import io.hbasesearch.elasticsearch.client.StoredFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Translates an index definition into an Elasticsearch mapping. */
public final class IndexMapping {
    // More than JSON cells may have, so that the reader of cells sets the limit for every backend.
    private static final int JSON_DEPTH = 100;
    private static final String DATE_FORMAT = "strict_date_time";

    private IndexMapping() {}

    /**
     * Names every field; an unnamed one is rejected rather than added, so that neither a wrong definition nor a JSON value
     * makes the mapping grow.
     *
     * @param meta the stored metadata, with the additional fields
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
        Set<String> own = definition.options().elasticsearch().ownAnalyzers();
        Map<String, Property> ofCells = new LinkedHashMap<>();
        for (FieldMapping field : definition.fields()) {
            if (field.source() instanceof FieldSource.OfCell) {
                ofCells.put(field.name().substring(CellUnit.PREFIX.length()), property(field, metadata, own));
            } else {
                mapping.properties(field.name(), property(field, metadata, own));
            }
        }
        Map<String, Property> reversed = new LinkedHashMap<>();
        definition.fields().stream()
                .filter(FieldMapping::reversed)
                .forEach(field -> reversed.put(field.name(), Property.of(p -> p.keyword(k -> k.docValues(false)))));
        if (!reversed.isEmpty()) {
            mapping.properties(
                    StoredFields.REVERSED,
                    p -> p.object(o -> o.dynamic(DynamicMapping.Strict).properties(reversed)));
        }
        if (!ofCells.isEmpty()) {
            mapping.properties(
                    CellUnit.FIELD,
                    p -> p.nested(n -> n.dynamic(DynamicMapping.Strict).properties(ofCells)));
        }
        return mapping.build();
    }

    /** Returns fields that the first indexes did not have. Hashes are summed, not searched; times are searched, not summed. */
    static Map<String, Property> added() {
        Property half = Property.of(p -> p.integer(n -> n.index(false).docValues(true)));
        Property time = Property.of(p -> p.long_(n -> n.docValues(false)));
        return Map.of(StoredFields.HASH_HIGH, half, StoredFields.HASH_LOW, half, StoredFields.READ_AT, time);
    }

    // No keyword has ignore_above: a value that is too long to be searched must get the document rejected, not be
    // hidden.
    private static Property property(FieldMapping field, IndexMetadata metadata, Set<String> own) {
        return switch (field.type()) {
            case TEXT -> {
                String chosen = metadata.analyzers().get(field.name());
                yield Property.of(
                        p -> p.text(t -> own.contains(chosen) ? t.analyzer(chosen) : AnalyzerPresets.set(t, chosen)));
            }
            case KEYWORD -> Property.of(p -> p.keyword(k -> k));
            case BOOLEAN -> Property.of(p -> p.boolean_(b -> b));
            case INT -> Property.of(p -> p.integer(n -> n.coerce(false)));
            case LONG -> Property.of(p -> p.long_(n -> n.coerce(false)));
            case FLOAT -> Property.of(p -> p.float_(n -> n.coerce(false)));
            case DOUBLE -> Property.of(p -> p.double_(n -> n.coerce(false)));
            case DATE -> Property.of(p -> p.date(d -> d.format(DATE_FORMAT)));
            case GEO_POINT -> Property.of(p -> p.geoPoint(g -> g));
            case JSON -> Property.of(p -> p.flattened(f -> f.depthLimit(JSON_DEPTH)));
        };
    }

    /** Returns the filter of the index's name: documents without stubs. */
    public static Query withoutStubs() {
        return Query.of(q -> q.bool(b -> b.mustNot(isTrue(StoredFields.DELETED), isTrue(StoredFields.FAILED))));
    }

    public static Query isTrue(String field) {
        return Query.of(q -> q.term(t -> t.field(field).value(true)));
    }
}
