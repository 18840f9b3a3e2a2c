/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Iterator;

/** A streaming read over an index. For one thread; must be closed. */
public interface DocumentCursor extends Iterator<IndexedDocument>, AutoCloseable {
    /**
     * @throws UnreadableDocumentException for an entry that is not a row's document; the cursor has moved past it and can continue
     */
    @Override
    IndexedDocument next();

    @Override
    void close();
}
