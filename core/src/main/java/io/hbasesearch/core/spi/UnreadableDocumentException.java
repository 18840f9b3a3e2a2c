/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.model.DocumentId;
import java.util.Objects;

/**
 * There is something under this id that cannot be read as a row's document: no writer of this project has left it so. The
 * message says why, without a value.
 */
public final class UnreadableDocumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String id;

    public UnreadableDocumentException(DocumentId id, String reason) {
        super(Objects.requireNonNull(reason, "reason"));
        this.id = id.value();
    }

    /** Of an index whose rows have another number of documents. */
    public static UnreadableDocumentException ofOtherBuckets(DocumentId id) {
        return new UnreadableDocumentException(
                id,
                "its id is not one that a row has by the index definition: that of another number of cells.buckets");
    }

    /** As it stands in the index; perhaps no id that a row has. */
    public DocumentId id() {
        return new DocumentId(id);
    }
}
