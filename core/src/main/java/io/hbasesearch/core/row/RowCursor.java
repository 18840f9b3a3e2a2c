/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.Row;
import java.util.Iterator;

/** A streaming read over a table. For one thread; must be closed. */
public interface RowCursor extends Iterator<Row>, AutoCloseable {
    @Override
    void close();
}
