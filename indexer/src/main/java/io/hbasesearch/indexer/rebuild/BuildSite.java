/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.ReindexContext;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;

/** The collaborators of a change of one index's generations. All of them are borrowed. */
public interface BuildSite {
    /** Returns the index's name for users. */
    String index();

    IndexGenerations generations();

    /** Creates a generation with the new definition, whose group starts at the present end of the topic. */
    IndexMetadata begin();

    /** Removes a generation that is not live, with its group. Does nothing if it is already gone. */
    void drop(IndexMetadata generation);

    /** Returns how long to wait from now until the generation may be filled: by then, what endpoints had dropped before is visible. */
    Duration unsettled(IndexMetadata generation);

    /** Returns the positions of the generation's group and the end of its topic. */
    IndexOffsets offsets(IndexMetadata generation);

    /** Returns whether any process is known to index into a generation at present. */
    boolean isAttended(IndexMetadata generation);

    /**
     * Checks that a generation, its positions and the topic still belong together.
     *
     * @throws HBaseSearchException INDEX_INCOMPATIBLE, OFFSETS_LOST or TOPIC_NOT_FOUND if it has lost something
     */
    void requireWhole(IndexMetadata generation);

    /**
     * Checks that the topic still has the markers that a run appended before it wrote to a generation.
     *
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if it has not
     */
    void requireMarkers(IndexMetadata generation, MarkerPositions marked);

    /** Opens a generation with the new definition, to fill and to compare it. */
    Opened open(IndexMetadata generation);

    /** A generation that is open for writing. */
    interface Opened extends AutoCloseable {
        ReindexContext context();

        /** @param whole false if the writes in progress need not be waited for */
        void close(boolean whole);

        @Override
        default void close() {
            close(true);
        }
    }
}
