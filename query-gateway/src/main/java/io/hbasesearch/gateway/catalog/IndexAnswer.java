/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hbasesearch.core.definition.AnalyzerVersion;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.AnalyzerNotes;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.gateway.answer.AsOf;
import io.hbasesearch.gateway.request.ColumnNames;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Description of an index for callers that want to search it. The JSON object is flat: those of the groups stand in it.
 *
 * @param documents absent if the backend did not return the numbers
 * @param asOf how fresh searches of the index are
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record IndexAnswer(
        @JsonUnwrapped Identity identity,
        @JsonUnwrapped Completeness completeness,
        @JsonUnwrapped @Nullable Documents documents,
        @JsonUnwrapped Generation generation,
        AsOf asOf,
        List<Field> fields) {
    public static final String INCOMPLETE =
            "rows that existed before the index may not be in it yet: hbase-search reindex adds them, and the scrub does slowly, in the background";

    /** @param keyFormat {@code text} or {@code binary}: how row keys are shown and typed */
    public record Identity(String name, String table, String keyFormat) {}

    /** @param note what an incomplete index lacks */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Completeness(boolean complete, @Nullable String note) {}

    /** @param documents rows that a search can find */
    public record Documents(long documents, long deletedStubs, long failedStubs, long bytes) {}

    /** The physical index and its place in the topic. */
    public record Generation(String createdAt, String physicalName, int epoch, int partitions) {}

    /**
     * @param column absent for fields of the row key, and for those that come from no single column
     * @param analyzer of a text field, as the index chose it
     * @param analyzerNote what that analyzer does not do although the definition may promise it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Field(
            String name,
            String type,
            @Nullable String column,
            boolean searchedByDefault,
            @Nullable String analyzer,
            @Nullable String analyzerNote) {}

    static IndexAnswer of(SearchableIndex index, @Nullable IndexStatistics statistics, AsOf asOf) {
        IndexDefinition definition = index.definition();
        IndexMetadata metadata = index.metadata();
        Map<String, String> notes = AnalyzerNotes.of(metadata, definition);
        return new IndexAnswer(
                new Identity(definition.name(), definition.table().toString(), lower(definition.rowKeyFormat())),
                new Completeness(metadata.complete(), metadata.complete() ? null : INCOMPLETE),
                statistics == null
                        ? null
                        : new Documents(
                                statistics.documents(),
                                statistics.deletedStubs(),
                                statistics.failedStubs(),
                                statistics.bytes()),
                new Generation(
                        metadata.createdAt().toString(),
                        metadata.physicalName(),
                        metadata.epoch(),
                        metadata.partitions()),
                asOf,
                definition.fields().stream()
                        .map(field -> field(field, metadata, notes.get(field.name())))
                        .toList());
    }

    private static Field field(FieldMapping field, IndexMetadata metadata, @Nullable String note) {
        String stored = metadata.analyzers().get(field.name());
        return new Field(
                field.name(),
                lower(field.type()),
                field.column().map(ColumnNames::format).orElse(null),
                field.searchedByDefault(),
                stored == null ? null : AnalyzerVersion.parse(stored).name(),
                note);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
