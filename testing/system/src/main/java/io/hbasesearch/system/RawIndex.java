/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.util.Map;

/** Reads a physical index past all of this project's own code. */
public interface RawIndex {
    /**
     * Everything that is in the index, stubs included, after a refresh.
     *
     * @throws IOException when not all of it could be read, or when it holds what no index of ours may hold: two documents of
     *     one row, or one that is a stub of two kinds
     */
    Map<RowKey, RawDocument> read() throws IOException, InterruptedException;
}
