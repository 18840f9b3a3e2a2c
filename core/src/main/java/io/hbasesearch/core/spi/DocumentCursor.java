/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Iterator;

/** A streaming read over an index. For one thread; must be closed. */
public interface DocumentCursor extends Iterator<IndexedDocument>, AutoCloseable {
    /**
     * @throws UnreadableDocumentException for what is no row's document; the cursor has passed it then and can go on
     */
    @Override
    IndexedDocument next();

    @Override
    void close();
}
