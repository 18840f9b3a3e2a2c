/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.model.DocumentId;
import java.util.Objects;

/**
 * Reports an entry that cannot be read as a row's document, and that no writer of this project wrote. The message gives the reason
 * without a value.
 */
public final class UnreadableDocumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String id;

    public UnreadableDocumentException(DocumentId id, String reason) {
        super(Objects.requireNonNull(reason, "reason"));
        this.id = id.value();
    }

    /** Creates an exception for an index whose rows have another number of documents. */
    public static UnreadableDocumentException ofOtherBuckets(DocumentId id) {
        return new UnreadableDocumentException(
                id,
                "its id is not one that a row has by the index definition: that of another number of cells.buckets");
    }

    /** The id in the index, which may not be a valid id of a row. */
    public DocumentId id() {
        return new DocumentId(id);
    }
}
