/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Creates, lists and deletes indexes. Safe for use by several threads. */
public interface IndexAdmin {
    /** Lists every index that this project has created in the backend. */
    List<IndexMetadata> list();

    Optional<IndexMetadata> find(String index);

    /**
     * Returns an index that must exist.
     *
     * @throws HBaseSearchException INDEX_NOT_FOUND
     */
    default IndexMetadata require(String index) {
        return find(index)
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.INDEX_NOT_FOUND,
                        "no index '" + index + "'",
                        "Create it: hbase-search index create " + index,
                        null));
    }

    /**
     * Creates an empty physical index and the name that users search under.
     *
     * @param source of the index's events; the backend adds the physical name and the chosen analyzers
     * @return the metadata as stored
     * @throws HBaseSearchException ALREADY_EXISTS, or CONFIGURATION_INVALID when no analyzer of a
     *     field's list exists in the backend
     */
    IndexMetadata create(IndexDefinition definition, IndexSource source);

    /**
     * Records in an index that it has the rows that existed before it. Idempotent. Only the owner of an embedded index can call it.
     *
     * @throws HBaseSearchException INDEX_NOT_FOUND
     */
    void markComplete(String index);

    /**
     * Moves an index with its documents to another topic of a later epoch. The index must have all events of the former topic. A
     * process that still writes to the index notices the move at its next check. Changes nothing else of the stored metadata, which
     * may be newer than the caller's copy. Does nothing if the index follows that topic already.
     *
     * @param index with its expected epoch
     * @param positions at which to continue, if the index keeps its positions itself
     * @return the metadata as stored
     * @throws HBaseSearchException INDEX_NOT_FOUND if it no longer exists; INDEX_INCOMPATIBLE if it has a
     *     different epoch; INDEX_LOCKED while another process owns an embedded index
     */
    IndexMetadata move(IndexMetadata index, IndexSource source, Map<Integer, Position> positions);

    /** Deletes the index and everything that belongs to it in the backend; returns false if there was no such index. */
    boolean delete(String index);

    /** Asks the owner of an embedded index to close it, until the request is closed, which takes it back. */
    interface Withdrawal extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Asks the process that owns an embedded index to close it, and waits until it has, so that the caller can delete the index. Until
     * the request is closed, no process lists or opens the index. Does nothing for an index that has no owner.
     *
     * @throws HBaseSearchException INDEX_LOCKED if the owner does not close it in time
     */
    default Withdrawal withdraw(String index) {
        return () -> {};
    }

    /** Returns whether another process is about to delete an embedded index, so that its owner has to close it. */
    default boolean isWithdrawn(String index) {
        return false;
    }

    IndexStatistics statistics(String index);

    /**
     * Returns an identifier of a physical index's history. It stays the same as long as the index has every write that it
     * acknowledged, and changes when the index is restored to an older state. It is stored with committed offsets, which may be ahead
     * of a restored index.
     *
     * @param index as found before; looked up by its physical name @return empty if the index keeps its positions itself, so that
     *     both are restored together
     * @throws HBaseSearchException INDEX_NOT_FOUND; SERVER_UNREACHABLE while a part of it is unavailable
     */
    Optional<String> history(IndexMetadata index);

    /**
     * Returns an index's position in each partition as of its last commit, if the index keeps positions itself. Another process may
     * own the index.
     *
     * @param index as found before; looked up by its physical name @return empty if its positions are the offsets of its consumer
     *     group
     * @throws HBaseSearchException INDEX_NOT_FOUND
     */
    Optional<Map<Integer, Position>> positions(IndexMetadata index);

    /**
     * Returns the command for an operator that makes an index's name refer to that index only. Changes that were made with the
     * backend's own tools can be reverted only with those tools.
     *
     * @return empty if there is nothing to change, or if it is unclear which of several indexes was meant
     * @throws HBaseSearchException SERVER_UNREACHABLE
     */
    default Optional<String> naming(String index) {
        return Optional.empty();
    }

    /**
     * Returns the tables of all existing indexes, by the indexes' names.
     *
     * @throws HBaseSearchException SERVER_UNREACHABLE
     */
    default Map<String, TableId> tables() {
        // Two indexes that claim one name have the same table, and affect only that index.
        return list().stream()
                .collect(Collectors.toMap(IndexMetadata::index, IndexMetadata::table, (one, other) -> one));
    }

    /** Chooses the first analyzer of each text field's list that the backend has, by field. */
    Map<String, String> chooseAnalyzers(IndexDefinition definition);
}
