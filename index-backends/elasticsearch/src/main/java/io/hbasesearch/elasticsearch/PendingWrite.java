/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;

/** One operation on its way, already in the form in which it is sent. Immutable; equal to itself alone. */
final class PendingWrite {
    // The objects that stand for the operation meanwhile.
    private static final int OVERHEAD_BYTES = 150;

    private final PendingBatch batch;
    private final int position;
    private final long readStartedMillis;
    private final byte[] lines;
    private final boolean stub;

    /** @param position of the operation in its batch */
    PendingWrite(PendingBatch batch, int position, IndexOperation operation) {
        this.batch = batch;
        this.position = position;
        this.readStartedMillis = operation.readStartedMillis();
        this.lines = SourceJson.bulkLines(operation);
        this.stub = !(operation instanceof IndexOperation.Upsert);
    }

    long readStartedMillis() {
        return readStartedMillis;
    }

    /** Its part of a bulk request: what to do, and the document or stub, each a line of JSON. */
    byte[] lines() {
        return lines;
    }

    /** Whether this is a stub, in which nothing of the row can be wrong. */
    boolean isStub() {
        return stub;
    }

    /** What it takes up in the buffer. */
    long bytes() {
        return (long) lines.length + OVERHEAD_BYTES;
    }

    void complete(WriteResult result) {
        batch.complete(position, result);
    }

    void fail(Throwable cause) {
        batch.fail(cause);
    }
}
