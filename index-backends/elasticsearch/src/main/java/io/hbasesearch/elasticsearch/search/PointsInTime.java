/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.elasticsearch._types.ErrorCause;
import co.elastic.clients.elasticsearch._types.ShardFailure;
import co.elastic.clients.elasticsearch._types.ShardStatistics;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes the views that Elasticsearch keeps, and detects lost ones. Safe for use by several threads. */
final class PointsInTime {
    private static final Logger log = LoggerFactory.getLogger(PointsInTime.class);
    private static final int NOT_FOUND = 404;

    /** A shard has forgotten the view, or the index no longer exists. */
    private static final Set<String> LOST = Set.of("search_context_missing_exception", "index_not_found_exception");

    private final ElasticsearchConnection connection;
    private final String index;

    PointsInTime(ElasticsearchConnection connection, String index) {
        this.connection = connection;
        this.index = index;
    }

    /** Closes a view; a view that stays open expires. */
    void close(String id) {
        try {
            connection.client().closePointInTime(c -> c.id(id));
        } catch (IOException | RuntimeException e) {
            note(e);
        }
    }

    /** Closes a view without waiting for it. */
    void closeLater(String id) {
        try {
            var unused = connection
                    .asyncClient()
                    .closePointInTime(c -> c.id(id))
                    .whenComplete((closed, failure) -> note(failure));
        } catch (RuntimeException e) {
            note(e);
        }
    }

    private void note(@Nullable Throwable failure) {
        if (failure != null) {
            log.debug("a point in time of {} stays open until it expires: {}", index, failure.getMessage());
        }
    }

    /** Returns whether a search failed because the view is lost. */
    static boolean isLost(HBaseSearchException failure) {
        if (failure instanceof LostException) {
            return true;
        }
        return failure.getCause() instanceof ElasticsearchException answer
                && answer.status() == NOT_FOUND
                && isLost(answer.error());
    }

    private static boolean isLost(ErrorCause error) {
        return LOST.contains(error.type()) || error.rootCause().stream().anyMatch(PointsInTime::isLost);
    }

    /** @throws HBaseSearchException if a shard has lost the view, so that its rows are missing */
    static void requireWhole(ShardStatistics shards) {
        for (ShardFailure failure : shards.failures()) {
            if (LOST.contains(failure.reason().type())) {
                throw new LostException();
            }
        }
    }

    private static final class LostException extends HBaseSearchException {
        private static final long serialVersionUID = 1L;

        LostException() {
            super(ErrorCode.TIMED_OUT, "A view of the index has expired", "Start with the first page.", null);
        }
    }
}
