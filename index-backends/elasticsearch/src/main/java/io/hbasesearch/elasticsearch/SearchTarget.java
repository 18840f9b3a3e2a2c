/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a searcher asks: the index that an alias stands for, or one generation. Safe for use by several threads. */
final class SearchTarget {
    private final String name;
    private final boolean isAlias;
    private final Supplier<String> lookUp;

    /** What the name stands for, once something has asked; a pass over an index asks for each of its many ranges. */
    private volatile @Nullable String physicalName;

    /** What the name stood for when a search last failed. */
    private volatile @Nullable String lastSeen;

    private SearchTarget(String name, boolean isAlias, Supplier<String> lookUp) {
        this.name = name;
        this.isAlias = isAlias;
        this.lookUp = lookUp;
    }

    /** The alias, which hides stubs and follows the index when it is built anew. */
    static SearchTarget alias(String alias, ElasticsearchIndexAdmin admin) {
        return new SearchTarget(alias, true, () -> admin.require(alias).physicalName());
    }

    static SearchTarget generation(IndexMetadata generation, PhysicalIndexes indexes) {
        return new SearchTarget(generation.physicalName(), false, () -> {
            indexes.require(generation);
            return generation.physicalName();
        });
    }

    /** For requests. */
    String name() {
        return name;
    }

    /** The query as it has to be sent, so that no stub is found. */
    Query withoutStubs(Query query) {
        return isAlias ? query : Query.of(q -> q.bool(b -> b.must(query).filter(IndexMapping.withoutStubs())));
    }

    /**
     * What the name stands for now, whatever a pass goes on with.
     *
     * @throws HBaseSearchException INDEX_NOT_FOUND
     */
    String require() {
        return lookUp.get();
    }

    @Nullable
    String lastSeen() {
        return lastSeen;
    }

    /**
     * Whether a search that has failed would meet another index now. Asks Elasticsearch.
     *
     * @param before {@link #lastSeen} as it was when the search began
     */
    boolean hasMoved(@Nullable String before) {
        if (!isAlias) {
            return false;
        }
        try {
            String now = lookUp.get();
            lastSeen = now;
            return !now.equals(before);
        } catch (HBaseSearchException e) {
            return false;
        }
    }

    /** Has the name looked up again when the physical index is needed next. */
    void forget() {
        physicalName = null;
    }

    /** A request to the physical index, which stays the same until it is gone or {@link #forget} is called. */
    <T> T onPhysicalIndex(Function<String, T> request) {
        String known = physicalName;
        if (known == null) {
            known = require();
            physicalName = known;
        }
        try {
            return request.apply(known);
        } catch (HBaseSearchException e) {
            // It may have been built anew meanwhile: whoever asks next is told of the one that took its place.
            if (e.code() == ErrorCode.INDEX_NOT_FOUND) {
                forget();
            }
            throw e;
        }
    }
}
