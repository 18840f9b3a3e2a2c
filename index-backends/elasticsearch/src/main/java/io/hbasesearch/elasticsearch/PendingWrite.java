/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;

/** One operation on its way, already in the form in which it is sent. Immutable; equal to itself alone. */
final class PendingWrite {
    // The action line of a bulk request, and the objects that stand for the operation meanwhile.
    private static final int OVERHEAD_BYTES = 200;

    private final PendingBatch batch;
    private final int position;
    private final String id;
    private final long version;
    private final long readStartedMillis;
    private final byte[] source;
    private final boolean stub;

    /** @param position of the operation in its batch */
    PendingWrite(PendingBatch batch, int position, IndexOperation operation) {
        this.batch = batch;
        this.position = position;
        this.id = operation.id().value();
        this.version = operation.version().value();
        this.readStartedMillis = operation.readStartedMillis();
        this.source = SourceJson.write(operation);
        this.stub = !(operation instanceof IndexOperation.Upsert);
    }

    String id() {
        return id;
    }

    long version() {
        return version;
    }

    long readStartedMillis() {
        return readStartedMillis;
    }

    /** The document or stub as JSON. */
    byte[] source() {
        return source;
    }

    /** Whether this is a stub, in which nothing of the row can be wrong. */
    boolean isStub() {
        return stub;
    }

    /** What it takes up in a request and in the buffer. */
    long bytes() {
        return source.length + id.length() + OVERHEAD_BYTES;
    }

    void complete(WriteResult result) {
        batch.complete(position, result);
    }

    void fail(Throwable cause) {
        batch.fail(cause);
    }
}
