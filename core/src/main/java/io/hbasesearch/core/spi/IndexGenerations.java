/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The physical indexes, or generations, of one index: the live one, at most one that is being built beside it, and those that
 * were live before. Each has metadata, documents, writers and positions of its own; readers of the index's name see the live one.
 *
 * <p>Safe for use by several threads. Of several processes that begin or swap generations of one index at once, one at most
 * succeeds; otherwise it is the caller's to keep them apart. Whoever is killed in the midst of a call leaves exactly one live
 * generation, and repeats the call.
 *
 * <p>Of failures, each call throws {@link io.hbasesearch.core.error.HBaseSearchException}: INDEX_NOT_FOUND if the index or the
 * generation does not exist, INDEX_LOCKED if another process owns an embedded index.
 */
public interface IndexGenerations {
    /** From the oldest to the newest. Empty if there is no such index. */
    List<IndexGeneration> list(String index);

    /**
     * Physical indexes that are an index's by their names, and of which nobody can tell more: {@link #list} leaves them out, no command
     * removes them, and they take their disk.
     *
     * @return what is wrong with each, by its name
     */
    default Map<String, String> damaged(String index) {
        return Map.of();
    }

    /** What a generation holds, live or not. */
    IndexStatistics statistics(IndexMetadata generation);

    /**
     * Creates an empty generation beside the live one. No reader of the index's name sees it.
     *
     * @param definition may differ from that of the live one in all but its name
     * @param source where its events come from; complete, if it is to be complete by the time it goes live
     * @throws io.hbasesearch.core.error.HBaseSearchException ALREADY_EXISTS if one is being built already,
     *     CONFIGURATION_INVALID when no analyzer of a field's list exists in the backend
     */
    IndexMetadata begin(IndexDefinition definition, IndexSource source);

    /**
     * Gives up what only readers need, so that a generation fills faster. What {@link #restoreSettings} is to restore is noted in
     * the generation before anything changes; of several calls the first notes it.
     */
    void lowerSettings(IndexMetadata generation);

    /** Undoes {@link #lowerSettings}, whoever called it, and does nothing if nobody did. May be repeated. */
    void restoreSettings(IndexMetadata generation);

    /**
     * How well a generation stands the loss of a server at the moment; what its settings ask for takes a while after they were
     * restored.
     */
    Redundancy redundancy(IndexMetadata generation);

    /** From the worst to the best. */
    enum Redundancy {
        /** Some of its documents are away. */
        BROKEN,
        /** Everything is there, but not all the copies that there are to be. */
        REDUCED,
        FULL
    }

    /**
     * Lets readers see this generation instead of the live one, all at once: a search or scan sees either the one or the other,
     * and one that has begun ends where it began. Before that its settings are restored and everything that was acknowledged
     * is made visible. The other one becomes old; to take it back call this with it. Does nothing if it is live already.
     */
    void makeLive(IndexMetadata generation);

    /**
     * As {@link #makeLive(IndexMetadata)}, in place of one certain generation: whoever was held up for long takes nothing back that
     * another process has done meanwhile.
     *
     * @param expected the UUID of the live one
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_LOCKED if readers see neither of the two
     */
    void makeLive(IndexMetadata generation, UUID expected);

    /**
     * Deletes a generation with its documents; one that is gone already is fine. Searches that began on it may fail if it was live a
     * moment ago.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException USAGE if it is the live one
     */
    void drop(IndexMetadata generation);
}
