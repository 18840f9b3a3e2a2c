/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Iterator;

/** A streaming read over an index. For one thread; must be closed. */
public interface DocumentCursor extends Iterator<IndexedDocument>, AutoCloseable {
    @Override
    void close();
}
