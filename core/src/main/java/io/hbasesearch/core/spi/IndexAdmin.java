/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Creates, lists and deletes indexes. Safe for use by several threads. */
public interface IndexAdmin {
    /** Every index that this project has created in the backend. */
    List<IndexMetadata> list();

    Optional<IndexMetadata> find(String index);

    /**
     * Creates an empty physical index and the name that users search under.
     *
     * @param source where the index's events come from; the backend fills in physical name and chosen analyzers
     * @return the metadata as stored
     * @throws io.hbasesearch.core.error.HBaseSearchException ALREADY_EXISTS, or CONFIGURATION_INVALID when no analyzer of a
     *     field's list exists in the backend
     */
    IndexMetadata create(IndexDefinition definition, IndexSource source);

    /**
     * Notes in an index that it has the rows that were there before it. Idempotent; only the owner of an embedded index can.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_NOT_FOUND
     */
    void markComplete(String index);

    /**
     * Has an index follow another topic, of a later epoch, with the documents that it has. Everything of the former topic is in
     * it; whoever writes to it still notices at its next check. Changes nothing else of what is stored at that moment, which may be
     * newer than what the caller knows; does nothing if it follows that topic already.
     *
     * @param index with the epoch that it is expected to have
     * @param positions where it goes on, if it keeps its positions itself
     * @return the metadata as stored
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_NOT_FOUND if it is no longer there; INDEX_INCOMPATIBLE if it is
     *     of yet another epoch; INDEX_LOCKED while another process owns an embedded index
     */
    IndexMetadata move(IndexMetadata index, IndexSource source, Map<Integer, Position> positions);

    /** Deletes the index and everything that belongs to it in the backend. False if there was none. */
    boolean delete(String index);

    IndexStatistics statistics(String index);

    /**
     * A word for the past of a physical index: it stays as long as the index has every write that it acknowledged, and is another
     * one once the index was put back to an older state. Goes with committed offsets, which may be ahead of the index then.
     *
     * @param index as found before; it is asked for by its physical name
     * @return empty if the index keeps its positions itself, so that both are put back together
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_NOT_FOUND; SERVER_UNREACHABLE while a part of it is away
     */
    Optional<String> history(IndexMetadata index);

    /**
     * Where an index stands in each partition by its last commit, if it keeps that itself; another process may own it.
     *
     * @param index as found before; it is asked for by its physical name
     * @return empty if the offsets of its consumer group say it
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_NOT_FOUND
     */
    Optional<Map<Integer, Position>> positions(IndexMetadata index);

    /**
     * The command, for people, that has an index's name stand for the index again and for nothing else: what somebody has changed with
     * the backend's own tools only these change back.
     *
     * @return empty if there is nothing to change, or no telling which of several was meant
     * @throws io.hbasesearch.core.error.HBaseSearchException SERVER_UNREACHABLE
     */
    default Optional<String> naming(String index) {
        return Optional.empty();
    }

    /**
     * The tables of all indexes that there are, by the indexes' names.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException SERVER_UNREACHABLE
     */
    default Map<String, TableId> tables() {
        // Two that claim one name have one table, and are that index's trouble alone.
        return list().stream()
                .collect(Collectors.toMap(IndexMetadata::index, IndexMetadata::table, (one, other) -> one));
    }

    /** The first analyzer of each text field's list that the backend has, by field. */
    Map<String, String> chooseAnalyzers(IndexDefinition definition);
}
