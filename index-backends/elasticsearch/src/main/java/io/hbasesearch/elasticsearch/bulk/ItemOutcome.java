/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import co.elastic.clients.elasticsearch._types.ErrorCause;
import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.RejectionReason;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The outcome of one operation of a bulk request. */
sealed interface ItemOutcome {
    /** The operation is finished. */
    record Done(WriteResult result) implements ItemOutcome {}

    /** The operation must be retried later. */
    record Retry(Delay delay, String reason) implements ItemOutcome {}

    /** The reason for the delay. */
    enum Delay {
        /** Elasticsearch was overloaded. */
        THROTTLED,
        /** The shard or the index is unavailable, or accepts no writes at all. */
        AWAY,
        /** An unexpected answer: it may be temporary, or caused by this very document. */
        UNEXPECTED
    }

    /** No operation of this index will succeed until an operator acts. */
    record Broken(HBaseSearchException failure) implements ItemOutcome {}

    /** A bad request: for a single operation, the document is at fault. */
    int BAD_REQUEST = 400;

    int CONFLICT = 409;
    int TOO_LARGE = 413;

    /** Timeouts, and unavailable shards, nodes or proxies. */
    Set<Integer> PASSING = Set.of(408, 502, 503, 504);

    Done APPLIED = new Done(new WriteResult.Applied());
    Done SUPERSEDED = new Done(new WriteResult.Superseded());

    static ItemOutcome of(BulkResponseItem item, PendingWrite write, String urls) {
        ErrorCause error = item.error();
        if (error == null) {
            return isDropped(item) ? dropped(item, urls) : APPLIED;
        }
        // The index has this version, from an attempt whose answer was lost, or a newer one.
        if (item.status() == CONFLICT && "version_conflict_engine_exception".equals(error.type())) {
            return SUPERSEDED;
        }
        ErrorCode code = ElasticsearchFailures.codeOf(item.status(), error.type());
        FailureClass failureClass = code.failureClass();
        if (failureClass.isRetryable()) {
            return new Retry(
                    delay(item.status(), error.type(), code), item.status() + " " + RejectionReason.ofDelay(error));
        }
        boolean documentsFault = item.status() == BAD_REQUEST || item.status() == TOO_LARGE;
        // A stub contains nothing of the row: what rejects one would reject everything.
        if (documentsFault && !write.isStub()) {
            return new Done(new WriteResult.Rejected(RejectionReason.of(error)));
        }
        return new Broken(new HBaseSearchException(
                code,
                "the index " + item.index() + " at " + urls + " accepts no writes: " + item.status() + " "
                        + RejectionReason.of(error),
                code == ErrorCode.INDEX_NOT_FOUND
                        ? "Create the index with: hbase-search index create <index>"
                        : "Fix the cause (GET /" + item.index()
                                + "/_settings shows the index's settings) and restart the indexer.",
                null));
    }

    /** Returns whether a pipeline has dropped the document, which Elasticsearch reports as a success. */
    private static boolean isDropped(BulkResponseItem item) {
        return "noop".equals(item.result());
    }

    private static ItemOutcome dropped(BulkResponseItem item, String urls) {
        return new Broken(new HBaseSearchException(
                ErrorCode.CONFIGURATION_INVALID,
                "the index " + item.index() + " at " + urls + " has an ingest pipeline that drops documents",
                "Remove it: PUT /" + item.index() + "/_settings"
                        + " {\"index.default_pipeline\": \"_none\", \"index.final_pipeline\": \"_none\"}, and restart the indexer"
                        + ".",
                null));
    }

    private static Delay delay(int status, @Nullable String type, ErrorCode code) {
        // A full disk is reported as 429 too, and sending less does not free space.
        if ("cluster_block_exception".equals(type)) {
            return Delay.AWAY;
        }
        if (code == ErrorCode.THROTTLED) {
            return Delay.THROTTLED;
        }
        boolean knownToPass = "index_closed_exception".equals(type)
                || PASSING.contains(status)
                || (type != null && ElasticsearchFailures.SHARD_AWAY.contains(type));
        return knownToPass ? Delay.AWAY : Delay.UNEXPECTED;
    }
}
