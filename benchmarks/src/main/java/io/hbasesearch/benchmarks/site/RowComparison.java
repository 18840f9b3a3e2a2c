/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import java.time.Duration;
import java.util.List;

/** Compares rows of HBase with what an index says of them, whole. Owns its connection. For one thread. */
public final class RowComparison implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final IndexDefinition definition;
    private final RowMapper mapper;
    private final HBaseConnections connections;
    private final HBaseRowReader reader;
    private final DocumentSearcher searcher;

    /** @param searcher of the site's index, which the caller closes */
    public RowComparison(MeasuredSite site, DocumentSearcher searcher) {
        Configuration configuration = site.configuration();
        this.definition = site.definition();
        this.mapper = new RowMapper(definition);
        this.connections = new HBaseConnections(configuration.service().hbase());
        this.reader = new HBaseRowReader(connections);
        this.searcher = searcher;
    }

    /** @throws IllegalStateException unless the index holds each row as it is in HBase now */
    public void requireSame(List<RowKey> keys) {
        for (Row row : reader.read(definition.table(), definition.columns(), keys, PATIENCE)) {
            Document expected = mapper.map(row);
            boolean isSame = searcher.get(DocumentId.of(row.key()))
                    .filter(found -> found.state() == IndexedDocument.State.LIVE)
                    .map(found -> found.document().equals(expected))
                    .orElse(false);
            if (!isSame) {
                throw new IllegalStateException("the index does not hold a row as it was written last");
            }
        }
    }

    @Override
    public void close() {
        try (connections) {
            reader.close();
        }
    }
}
