/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.mapping.RowParts;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Compares single rows with their documents as both are now. Safe for use by several threads. Borrows reader and searcher. */
final class SecondLook {
    static final long NO_VERSION = -1;

    private final IndexDefinition definition;
    private final RowReader rows;
    private final DocumentSearcher searcher;
    private final RowParts parts;
    private final Function<Row, RowOutcome> mapper;
    private final Duration readTimeout;

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
     * What is found now.
     *
     * @param difference empty if row and document agree
     * @param failed whether they agree in that the row can have no document
     * @param document what the index holds, if it can be read
     */
    record Finding(Optional<Difference> difference, boolean failed, Optional<IndexedDocument> document) {
        /** That of the document; one below all others if there is none. */
        long version() {
            return document.map(IndexedDocument::version).orElse(NO_VERSION);
        }
    }

    /** @return a finding for each, in order */
    List<Finding> at(List<Difference> differences) {
        List<Finding> findings = new ArrayList<>(differences.size());
        int from = 0;
        while (from < differences.size()) {
            int to = from + Math.min(definition.rowsTogether(), differences.size() - from);
            look(differences.subList(from, to), findings);
            from = to;
        }
        return findings;
    }

    private void look(List<Difference> differences, List<Finding> findings) {
        List<RowKey> keys = differences.stream()
                .flatMap(difference -> difference.row().stream())
                .toList();
        Iterator<Row> read = rows.read(definition.table(), definition.columns(), keys, readTimeout)
                .iterator();
        for (Difference difference : differences) {
            findings.add(difference.row().isPresent() ? compare(difference.document(), read.next()) : look(difference));
        }
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
            return new Finding(difference, difference.isEmpty() && failed, document);
        } catch (UnreadableDocumentException e) {
            return new Finding(Optional.of(Difference.unreadable(e, Optional.of(row.key()))), false, Optional.empty());
        }
    }

    /** Something that is no row's document: all there is to ask is whether it is still there. */
    private Finding look(Difference difference) {
        try {
            searcher.get(difference.document());
            return new Finding(Optional.empty(), false, Optional.empty());
        } catch (UnreadableDocumentException e) {
            return new Finding(Optional.of(difference), false, Optional.empty());
        }
    }
}
