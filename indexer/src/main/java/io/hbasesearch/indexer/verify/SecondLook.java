/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.mapping.RowParts;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.row.RowSizeEstimator;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Compares single rows with their documents as both are now. Safe for use by several threads. Borrows reader and searcher. */
final class SecondLook {
    static final long NO_VERSION = -1;

    private static final long BYTES_AT_A_TIME = 8L << 20;

    private final IndexDefinition definition;
    private final RowReader rows;
    private final DocumentSearcher searcher;
    private final RowParts parts;
    private final Function<Row, RowOutcome> mapper;
    private final Duration readTimeout;
    private final RowSizeEstimator usual = RowSizeEstimator.careful();

    /** @param readTimeout for one batch of rows */
    SecondLook(
            IndexDefinition definition,
            RowReader rows,
            DocumentSearcher searcher,
            Function<Row, RowOutcome> mapper,
            Duration readTimeout) {
        this.definition = definition;
        this.parts = new RowParts(definition);
        this.rows = rows;
        this.searcher = searcher;
        this.mapper = mapper;
        this.readTimeout = readTimeout;
    }

    /**
     * The result of one comparison. Holds neither row nor document, because there are many of them at a time.
     *
     * @param difference empty if row and document agree
     * @param failed whether they agree that the row cannot be mapped
     * @param version of the document; if there is none that can be read, one below all others
     */
    record Finding(Optional<Difference> difference, boolean failed, long version) {}

    /** @return a finding for each, in order */
    List<Finding> at(List<Difference> differences) {
        // One read of a row serves all of its documents.
        Map<RowKey, Set<DocumentId>> wanted = new LinkedHashMap<>();
        for (Difference difference : differences) {
            difference.row().ifPresent(row -> wanted.computeIfAbsent(row, none -> new HashSet<>())
                    .add(difference.document()));
        }
        Map<DocumentId, Finding> findings = new HashMap<>();
        List<RowKey> rest = List.copyOf(wanted.keySet());
        while (!rest.isEmpty()) {
            int number = usual.rowsIn(BYTES_AT_A_TIME, Math.min(definition.rowsTogether(), rest.size()));
            rest = rest.subList(read(rest.subList(0, number), wanted, findings), rest.size());
        }
        return differences.stream()
                .map(difference ->
                        difference.row().isPresent() ? findings.get(difference.document()) : look(difference))
                .toList();
    }

    /** @return how many of the first keys were read */
    private int read(List<RowKey> keys, Map<RowKey, Set<DocumentId>> wanted, Map<DocumentId, Finding> findings) {
        List<Bucket> buckets = parts.buckets().stream()
                .filter(bucket -> keys.stream().anyMatch(key -> wanted.get(key).contains(DocumentId.of(key, bucket))))
                .toList();
        List<Row> found =
                rows.readSome(definition.table(), definition.columns(buckets), keys, BYTES_AT_A_TIME, readTimeout);
        usual.learn(found.size(), found.stream().mapToLong(Row::bytes).sum());
        for (Row row : found) {
            wanted.get(row.key()).forEach(id -> findings.put(id, compare(id, row)));
        }
        return found.size();
    }

    private Finding compare(DocumentId id, Row row) {
        Expectation expected = parts.of(row).stream()
                .map(part -> Expectation.of(part, mapper))
                .filter(known -> known.id().equals(id))
                .findFirst()
                .orElseGet(() -> Expectation.Nothing.gone(row.key(), id));
        try {
            Optional<IndexedDocument> document = searcher.get(id);
            Optional<Difference> difference = expected.difference(document);
            boolean failed = document.filter(found -> found.state() == IndexedDocument.State.FAILED)
                    .isPresent();
            return new Finding(
                    difference,
                    difference.isEmpty() && failed,
                    document.map(IndexedDocument::version).orElse(NO_VERSION));
        } catch (UnreadableDocumentException e) {
            return new Finding(Optional.of(Difference.unreadable(e, Optional.of(row.key()))), false, NO_VERSION);
        }
    }

    /** Checks a document that belongs to no row: the only question is whether it still exists. */
    private Finding look(Difference difference) {
        try {
            searcher.get(difference.document());
            return new Finding(Optional.empty(), false, NO_VERSION);
        } catch (UnreadableDocumentException e) {
            return new Finding(Optional.of(difference), false, NO_VERSION);
        }
    }
}
