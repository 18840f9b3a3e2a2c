/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import java.util.Objects;

/**
 * One write of a row's document, or of one of its documents. It is never a delete: a stub keeps the row's version in the index, so
 * that an older write that arrives late still loses.
 */
public sealed interface IndexOperation {
    RowKey row();

    /** The bucket of the row to which the document belongs. */
    Bucket bucket();

    RowVersion version();

    /** The start of the read from which this write derives, in milliseconds since the epoch by this process's clock. */
    long readStartedMillis();

    /** Computes the document id. Callers that need it repeatedly should keep it. */
    default DocumentId id() {
        return DocumentId.of(row(), bucket());
    }

    /**
     * The row exists: its document becomes exactly {@code document}.
     *
     * @param hash stored with the document: {@link ContentHash#of}, computed once for all users
     */
    record Upsert(RowKey row, Bucket bucket, RowVersion version, long readStartedMillis, Document document, long hash)
            implements IndexOperation {
        public Upsert {
            Objects.requireNonNull(row, "row");
            Objects.requireNonNull(bucket, "bucket");
            Objects.requireNonNull(version, "version");
            Objects.requireNonNull(document, "document");
        }

        public Upsert(RowKey row, RowVersion version, long readStartedMillis, Document document) {
            this(row, Bucket.ONLY, version, readStartedMillis, document);
        }

        public Upsert(RowKey row, Bucket bucket, RowVersion version, long readStartedMillis, Document document) {
            this(
                    row,
                    bucket,
                    version,
                    readStartedMillis,
                    document,
                    ContentHash.of(DocumentId.of(row, bucket), document));
        }
    }

    /** The row was deleted, or the bucket is empty: a stub with {@code _deleted: true}. */
    record MarkDeleted(RowKey row, Bucket bucket, RowVersion version, long readStartedMillis)
            implements IndexOperation {
        public MarkDeleted {
            Objects.requireNonNull(row, "row");
            Objects.requireNonNull(bucket, "bucket");
            Objects.requireNonNull(version, "version");
        }

        public MarkDeleted(RowKey row, RowVersion version, long readStartedMillis) {
            this(row, Bucket.ONLY, version, readStartedMillis);
        }
    }

    /**
     * The row exists but has no document, as its dead letter explains: a stub with {@code _failed: true}.
     *
     * @param hash stored with the stub: {@link ContentHash#ofFailed} or {@link ContentHash#ofRefused}
     */
    record MarkFailed(RowKey row, Bucket bucket, RowVersion version, long readStartedMillis, long hash)
            implements IndexOperation {
        public MarkFailed {
            Objects.requireNonNull(row, "row");
            Objects.requireNonNull(bucket, "bucket");
            Objects.requireNonNull(version, "version");
        }

        /** Creates the operation for a row that cannot be mapped, or whose document was given up. */
        public MarkFailed(RowKey row, RowVersion version, long readStartedMillis) {
            this(row, Bucket.ONLY, version, readStartedMillis);
        }

        public MarkFailed(RowKey row, Bucket bucket, RowVersion version, long readStartedMillis) {
            this(row, bucket, version, readStartedMillis, ContentHash.ofFailed(DocumentId.of(row, bucket)));
        }

        /**
         * Creates the operation for a row whose document the index refused. A stub with the hash of the refused content is correct as
         * long as the row has that content. If the refusal may be temporary, the stub must not match the content, so that the row is
         * retried.
         */
        public static MarkFailed of(Upsert refused, WriteResult.Rejected rejected) {
            long hash = rejected.mayPass()
                    ? ContentHash.ofFailed(refused.id())
                    : ContentHash.ofRefused(refused.id(), refused.document());
            return new MarkFailed(
                    refused.row(), refused.bucket(), refused.version(), refused.readStartedMillis(), hash);
        }
    }
}
