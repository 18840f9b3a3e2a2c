/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.write;

import io.hbasesearch.core.spi.Position;
import io.hbasesearch.core.spi.PositionStore;
import io.hbasesearch.lucene.index.LuceneIndex;
import java.util.Map;

/** Stores positions in the user data of the index's commits. Safe for use by several threads; commits exclude each other. */
final class LucenePositionStore implements PositionStore {
    private final LuceneIndex index;

    LucenePositionStore(LuceneIndex index) {
        this.index = index;
    }

    @Override
    public Map<Integer, Position> load() {
        return index.positions();
    }

    @Override
    public void commit(Map<Integer, Position> positions) {
        index.commit(Map.copyOf(positions));
    }
}
