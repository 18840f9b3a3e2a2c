/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.ReindexContext;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;

/** What a change of one index's generations works with. All of it is borrowed. */
public interface BuildSite {
    /** The index, as users name it. */
    String index();

    IndexGenerations generations();

    /** Begins a generation by the new definition, whose group stands at the topic's end of that moment. */
    IndexMetadata begin();

    /** Removes a generation that is not live, with its group. One that is gone is fine. */
    void drop(IndexMetadata generation);

    /** How long to wait from now on until the generation may be filled: what endpoints had dropped before is visible then. */
    Duration unsettled(IndexMetadata generation);

    /** Where the generation's group stands, and where its topic ends. */
    IndexOffsets offsets(IndexMetadata generation);

    /** Whether any process is known to index into a generation at present. */
    boolean isAttended(IndexMetadata generation);

    /**
     * Looks whether a generation, its positions and the topic still belong together.
     *
     * @throws HBaseSearchException INDEX_INCOMPATIBLE, OFFSETS_LOST or TOPIC_NOT_FOUND if it has lost something
     */
    void requireWhole(IndexMetadata generation);

    /**
     * Looks whether the topic still has what a run appended before it wrote to a generation.
     *
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if it has not
     */
    void requireMarkers(IndexMetadata generation, MarkerPositions marked);

    /** Opens a generation that the new definition is that of, to fill and to compare it. */
    Opened open(IndexMetadata generation);

    /** A generation that can be written to. */
    interface Opened extends AutoCloseable {
        ReindexContext context();

        /** @param whole false if nobody waits for what is under way */
        void close(boolean whole);

        @Override
        default void close() {
            close(true);
        }
    }
}
