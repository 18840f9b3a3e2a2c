/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.core.error.HBaseSearchException;
import java.util.List;

/** Sends bulk requests to one physical index. Safe for use by several threads. */
interface BulkTransport {
    /**
     * Sends operations in one request.
     *
     * @param askFirst costs a round trip, and reveals a {@link TooLargeException} that the first attempt did not
     * @return the outcome of each operation, in order
     * @throws TooLargeException if Elasticsearch, or a proxy, rejects a request of this size
     * @throws NoAnswerException if the request was sent, or may have been, and was not answered
     * @throws HBaseSearchException of any class, if the request failed as a whole
     */
    List<ItemOutcome> send(List<PendingWrite> writes, boolean askFirst) throws TooLargeException, NoAnswerException;

    /**
     * Asks the shard of a document for a change that changes nothing, as no document is told from a shard in trouble while that does not
     * answer. Takes as long as a request may.
     *
     * @return whether it answered, whatever it said
     */
    boolean answersFor(PendingWrite write);

    /** No operation of the request was looked at: it was too large as a whole. */
    final class TooLargeException extends Exception {
        private static final long serialVersionUID = 1L;

        TooLargeException(Throwable cause) {
            super(cause);
        }
    }

    /** The connection broke, or the request timed out: Elasticsearch may have crashed, or have processed everything. */
    final class NoAnswerException extends Exception {
        private static final long serialVersionUID = 1L;

        private final HBaseSearchException failure;

        NoAnswerException(HBaseSearchException failure) {
            super(failure);
            this.failure = failure;
        }

        HBaseSearchException failure() {
            return failure;
        }
    }
}
