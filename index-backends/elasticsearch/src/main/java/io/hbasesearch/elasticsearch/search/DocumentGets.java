/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch.core.GetResponse;
import co.elastic.clients.elasticsearch.core.MgetResponse;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.core.get.GetResult;
import co.elastic.clients.elasticsearch.core.mget.MultiGetOperation;
import co.elastic.clients.elasticsearch.core.mget.MultiGetResponseItem;
import io.hbasesearch.core.mapping.RowRouting;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.SourceJson;
import io.hbasesearch.elasticsearch.client.SourceJson.Source;
import io.hbasesearch.elasticsearch.index.PhysicalIndexes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gets documents by their ids, in the state of the newest acknowledged write. Safe for use by several threads. */
final class DocumentGets {
    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;
    private final PhysicalIndexes indexes;
    private final RowRouting routing;
    private final SearchTarget target;
    private final String index;

    DocumentGets(
            ElasticsearchConnection connection,
            ElasticsearchFailures failures,
            PhysicalIndexes indexes,
            RowRouting routing,
            SearchTarget target) {
        this.connection = connection;
        this.failures = failures;
        this.indexes = indexes;
        this.routing = routing;
        this.target = target;
        this.index = target.name();
    }

    /**
     * Gets a document by the alias, if there is one: a get by id also returns stubs, because the alias's filter does not apply
     * to it.
     */
    Optional<IndexedDocument> get(DocumentId id) {
        try {
            // A foreign document may have any id: only a routed index needs to parse it.
            Optional<RowKey> row = routing.isUsed() ? rowOf(id) : Optional.empty();
            if (routing.isUsed() && row.isEmpty()) {
                return getAnywhere(id);
            }
            String place = row.flatMap(routing::of).orElse(null);
            if (place != null && !RowRouting.fitsInUrl(place)) {
                return getAnywhere(id);
            }
            GetResponse<Source> response =
                    connection.client().get(g -> g.index(index).id(id.value()).routing(place), Source.class);
            return response.found()
                    ? Optional.of(SourceJson.read(response.id(), response.version(), response.source()))
                    : Optional.empty();
        } catch (UnreadableDocumentException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw failures.of("get a document of " + index, e);
        }
    }

    /**
     * Returns the row key if the id contains it: not for an id that lacks the end of a long key, nor for one that no row has.
     */
    private static Optional<RowKey> rowOf(DocumentId id) {
        try {
            return id.rowKey().filter(row -> DocumentId.of(row, id.bucket()).equals(id));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Searches all shards for an id without its row, because it does not determine the document's shard either. Searches the
     * physical index, because the alias hides stubs from searches.
     */
    private Optional<IndexedDocument> getAnywhere(DocumentId id) {
        indexes.refresh(index);
        SearchResponse<Source> found = target.onPhysicalIndex(name -> {
            try {
                return connection
                        .client()
                        .search(
                                s -> s.index(name)
                                        .version(true)
                                        .allowPartialSearchResults(false)
                                        .query(q -> q.ids(ids -> ids.values(id.value()))),
                                Source.class);
            } catch (IOException | RuntimeException e) {
                throw failures.of("get a document of " + name, e);
            }
        });
        return found.hits().hits().stream()
                .findFirst()
                .map(hit -> SourceJson.read(hit.id(), hit.version(), hit.source()));
    }

    /** Gets the existing documents of rows, in one request; ids that do not determine their shard take one request each. */
    Map<DocumentId, IndexedDocument> getAll(Collection<DocumentId> ids) {
        Map<DocumentId, IndexedDocument> found = new HashMap<>();
        List<DocumentId> together = new ArrayList<>();
        for (DocumentId id : ids) {
            if (routing.isUsed() && rowOf(id).isEmpty()) {
                put(found, id);
            } else {
                together.add(id);
            }
        }
        if (!together.isEmpty()) {
            List<MultiGetResponseItem<Source>> items = send(together).docs();
            for (int i = 0; i < together.size(); i++) {
                put(found, together.get(i), items.get(i));
            }
        }
        return found;
    }

    private MgetResponse<Source> send(List<DocumentId> ids) {
        List<MultiGetOperation> operations = ids.stream()
                .map(id -> MultiGetOperation.of(operation -> operation
                        .id(id.value())
                        .routing(
                                routing.isUsed()
                                        ? rowOf(id).flatMap(routing::of).orElse(null)
                                        : null)))
                .toList();
        try {
            return connection.client().mget(m -> m.index(index).docs(operations), Source.class);
        } catch (IOException | RuntimeException e) {
            throw failures.of("get documents of " + index, e);
        }
    }

    /** Adds one result; a failed item is requested again, for an error with a reason. */
    private void put(Map<DocumentId, IndexedDocument> found, DocumentId id, MultiGetResponseItem<Source> item) {
        if (item.isFailure()) {
            put(found, id);
            return;
        }
        GetResult<Source> result = item.result();
        try {
            if (result.found()) {
                found.put(id, SourceJson.read(result.id(), result.version(), result.source()));
            }
        } catch (UnreadableDocumentException e) {
            found.remove(id);
        }
    }

    private void put(Map<DocumentId, IndexedDocument> found, DocumentId id) {
        try {
            get(id).ifPresent(document -> found.put(id, document));
        } catch (UnreadableDocumentException e) {
            found.remove(id);
        }
    }
}
