/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.elasticsearch.index.ElasticsearchIndexAdmin;
import io.hbasesearch.elasticsearch.index.IndexMapping;
import io.hbasesearch.elasticsearch.index.PhysicalIndexes;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The target of a searcher: the index that an alias points to, or one generation. Safe for use by several threads. */
public final class SearchTarget {
    private final String name;
    private final boolean isAlias;
    private final Supplier<String> lookUp;

    /** The physical index of the name, once looked up; a pass over an index requests each of its many ranges. */
    private volatile @Nullable String physicalName;

    /** The physical index of the name when a search last failed. */
    private volatile @Nullable String lastSeen;

    private SearchTarget(String name, boolean isAlias, Supplier<String> lookUp) {
        this.name = name;
        this.isAlias = isAlias;
        this.lookUp = lookUp;
    }

    /** Returns the alias as a target, which hides stubs and follows the index when it is rebuilt. */
    public static SearchTarget alias(String alias, ElasticsearchIndexAdmin admin) {
        return new SearchTarget(alias, true, () -> admin.require(alias).physicalName());
    }

    public static SearchTarget generation(IndexMetadata generation, PhysicalIndexes indexes) {
        return new SearchTarget(generation.physicalName(), false, () -> {
            indexes.require(generation);
            return generation.physicalName();
        });
    }

    /** Returns the name for requests. */
    String name() {
        return name;
    }

    /** Returns the query in the form that matches no stubs. */
    Query withoutStubs(Query query) {
        return isAlias ? query : Query.of(q -> q.bool(b -> b.must(query).filter(IndexMapping.withoutStubs())));
    }

    /**
     * Returns the current physical index of the name, independently of a pass in progress.
     *
     * @throws HBaseSearchException INDEX_NOT_FOUND
     */
    public String require() {
        return lookUp.get();
    }

    @Nullable
    String lastSeen() {
        return lastSeen;
    }

    /**
     * Returns whether a failed search would use another index now. Asks Elasticsearch.
     *
     * @param before {@link #lastSeen} when the search started
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

    /** Discards the looked-up name, so that the next access looks it up again. */
    void forget() {
        physicalName = null;
    }

    /** Sends a request to the physical index, which stays the same until it disappears or {@link #forget} is called. */
    <T> T onPhysicalIndex(Function<String, T> request) {
        String known = physicalName;
        if (known == null) {
            known = require();
            physicalName = known;
        }
        try {
            return request.apply(known);
        } catch (HBaseSearchException e) {
            // It may have been rebuilt meanwhile: the next request uses its replacement.
            if (e.code() == ErrorCode.INDEX_NOT_FOUND) {
                forget();
            }
            throw e;
        }
    }
}
