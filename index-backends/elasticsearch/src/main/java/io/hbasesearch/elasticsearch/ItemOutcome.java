/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import co.elastic.clients.elasticsearch._types.ErrorCause;
import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.WriteResult;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What Elasticsearch's answer means for one operation of a bulk request. */
sealed interface ItemOutcome {
    /** It is over. */
    record Done(WriteResult result) implements ItemOutcome {}

    /** Not now: the same operation again, later. */
    record Retry(Delay delay, String reason) implements ItemOutcome {}

    /** Why not now. */
    enum Delay {
        /** It was too much at once. */
        THROTTLED,
        /** The shard or the index is away, or takes no writes from anybody. */
        AWAY,
        /** An answer that Elasticsearch does not give for any of these: it may pass, or be about this very document. */
        UNEXPECTED
    }

    /** No operation of this index will succeed until somebody acts. */
    record Broken(HBaseSearchException failure) implements ItemOutcome {}

    /** A bad request: as far as single operations go, it is the document's fault. */
    int BAD_REQUEST = 400;

    int CONFLICT = 409;
    int TOO_LARGE = 413;

    /** Time-outs and shards, nodes or proxies that are away. */
    Set<Integer> PASSING = Set.of(408, 502, 503, 504);

    Done APPLIED = new Done(new WriteResult.Applied());
    Done SUPERSEDED = new Done(new WriteResult.Superseded());

    static ItemOutcome of(BulkResponseItem item, PendingWrite write, String urls) {
        ErrorCause error = item.error();
        if (error == null) {
            return isDropped(item) ? dropped(item, urls) : APPLIED;
        }
        // The index holds this version, from a try whose answer was lost, or a newer one.
        if (item.status() == CONFLICT && "version_conflict_engine_exception".equals(error.type())) {
            return SUPERSEDED;
        }
        ErrorCode code = ElasticsearchFailures.codeOf(item.status(), error.type());
        FailureClass failureClass = code.failureClass();
        if (failureClass == FailureClass.TRANSIENT || failureClass == FailureClass.THROTTLED) {
            return new Retry(
                    delay(item.status(), error.type(), code), item.status() + " " + RejectionReason.ofDelay(error));
        }
        boolean documentsFault = item.status() == BAD_REQUEST || item.status() == TOO_LARGE;
        // Nothing of the row is in a stub: what refuses one would refuse everything.
        if (documentsFault && !write.isStub()) {
            return new Done(new WriteResult.Rejected(RejectionReason.of(error)));
        }
        return new Broken(new HBaseSearchException(
                code,
                "the index " + item.index() + " at " + urls + " takes no writes: " + item.status() + " "
                        + RejectionReason.of(error),
                code == ErrorCode.INDEX_NOT_FOUND
                        ? "Create the index with: hbase-search index create <index>"
                        : "Mend what it names (GET /" + item.index()
                                + "/_settings shows the index's settings) and start the indexer again.",
                null));
    }

    /** Elasticsearch calls it a success when a pipeline has dropped a document. */
    private static boolean isDropped(BulkResponseItem item) {
        return "noop".equals(item.result());
    }

    private static ItemOutcome dropped(BulkResponseItem item, String urls) {
        return new Broken(new HBaseSearchException(
                ErrorCode.CONFIGURATION_INVALID,
                "the index " + item.index() + " at " + urls + " has an ingest pipeline that drops documents",
                "Take it off: PUT /" + item.index() + "/_settings"
                        + " {\"index.default_pipeline\": \"_none\", \"index.final_pipeline\": \"_none\"}, and start the indexer"
                        + " again.",
                null));
    }

    private static Delay delay(int status, @Nullable String type, ErrorCode code) {
        // A full disk is told as 429 too, and sending less does not empty it.
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
