/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The physical indexes, or generations, of one index: the live one, at most one that is being built beside it, and those that were
 * live before. Each has its own metadata, documents, writers and positions. Readers of the index's name see the live one.
 *
 * <p>Safe for use by several threads. If several processes begin or swap generations of one index at once, at most one succeeds;
 * otherwise the caller must keep them apart. A process that is killed during a call leaves exactly one live generation, and the call
 * can be repeated.
 *
 * <p>On a failure, each call throws {@link io.hbasesearch.core.error.HBaseSearchException}: INDEX_NOT_FOUND if the index or the
 * generation does not exist, INDEX_LOCKED if another process owns an embedded index.
 */
public interface IndexGenerations {
    /** Lists the generations from the oldest to the newest; empty if there is no such index. */
    List<IndexGeneration> list(String index);

    /**
     * Finds physical indexes that belong to an index by their names but are otherwise unreadable. {@link #list} leaves them out, no
     * command removes them, and they use disk space.
     *
     * @return the fault of each, by its name
     */
    default Map<String, String> damaged(String index) {
        return Map.of();
    }

    /** Returns statistics of a generation, live or not. */
    IndexStatistics statistics(IndexMetadata generation);

    /**
     * Creates an empty generation beside the live one. No reader of the index's name sees it.
     *
     * @param definition may differ from that of the live one except in its name
     * @param source of its events; complete, if it will be complete when it becomes live
     * @throws io.hbasesearch.core.error.HBaseSearchException ALREADY_EXISTS if another one is being built, CONFIGURATION_INVALID when
     *     no analyzer of a field's list exists in the backend
     */
    IndexMetadata begin(IndexDefinition definition, IndexSource source);

    /**
     * Lowers settings that only readers need, so that a generation fills faster. The values that {@link #restoreSettings} restores
     * are stored in the generation before anything changes; only the first of several calls stores them.
     */
    void lowerSettings(IndexMetadata generation);

    /** Undoes {@link #lowerSettings}, also of another process. Does nothing if it was not called. May be repeated. */
    void restoreSettings(IndexMetadata generation);

    /**
     * Returns the present tolerance of a generation to the loss of a server. After the settings are restored, it takes a while to
     * reach the configured level.
     */
    Redundancy redundancy(IndexMetadata generation);

    /** The levels, from the worst to the best. */
    enum Redundancy {
        /** Some of its documents are unavailable. */
        BROKEN,
        /** All documents are available, but some copies are missing. */
        REDUCED,
        FULL
    }

    /**
     * Atomically makes this generation visible to readers instead of the live one. A search or scan sees one or the other, and ends
     * in the generation in which it began. Before the swap, the settings are restored and all acknowledged writes are made visible.
     * The previous generation becomes old; to revert, call this method with it. Does nothing if the generation is live already.
     */
    void makeLive(IndexMetadata generation);

    /**
     * Makes a generation live in place of an expected one, so that a delayed caller does not revert the work of another process.
     *
     * @param expected the UUID of the live one
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_LOCKED if readers see neither of the two
     */
    void makeLive(IndexMetadata generation, UUID expected);

    /**
     * Deletes a generation with its documents. Does nothing if it no longer exists. Searches that began on it may fail if it was live
     * a moment ago.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException USAGE if it is the live one
     */
    void drop(IndexMetadata generation);
}
