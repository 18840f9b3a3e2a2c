/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.error.Remedies;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Checks that a generation is still the one that this process began with, of the same epoch, that it was not restored to an older
 * state since, and that the index's name refers to one of its generations. Which one does not matter, as all are fed. Safe for use
 * by several threads. Borrows the backend.
 */
final class IndexIdentity {
    private final IndexBackend backend;
    private final IndexMetadata index;
    private final Optional<String> history;

    /** @param history that the generation had when this process began */
    IndexIdentity(IndexBackend backend, IndexMetadata index, Optional<String> history) {
        this.backend = Objects.requireNonNull(backend, "backend");
        this.index = Objects.requireNonNull(index, "index");
        this.history = Objects.requireNonNull(history, "history");
    }

    /** @throws HBaseSearchException of class FATAL if it is another one, or gone; transient if the check could not be completed */
    void check() {
        // First, as this list includes a generation that becomes live meanwhile.
        List<IndexGeneration> generations = backend.generations().list(index.index());
        IndexMetadata live = backend.admin().find(index.index()).orElseThrow(this::nameless);
        IndexMetadata now = now(generations, live);
        if (now.epoch() != index.epoch()) {
            throw changed("index " + index.index() + " was moved from epoch " + index.epoch() + " to " + now.epoch());
        }
        if (!backend.admin().history(index).equals(history)) {
            throw Remedies.putBack(index);
        }
    }

    private IndexMetadata now(List<IndexGeneration> generations, IndexMetadata live) {
        if (isSame(live, index)) {
            return live;
        }
        Optional<IndexMetadata> own = find(generations, index);
        if (live.uuid().equals(index.uuid())
                || own.isPresent() && find(generations, live).isEmpty()) {
            throw changed("the name " + index.index() + " now refers to " + live.physicalName() + ", no longer to "
                    + index.physicalName() + ", which this process writes to");
        }
        return own.orElseThrow(() -> gone(live));
    }

    private static Optional<IndexMetadata> find(List<IndexGeneration> generations, IndexMetadata wanted) {
        return generations.stream()
                .map(IndexGeneration::metadata)
                .filter(generation -> isSame(generation, wanted))
                .findFirst();
    }

    private static boolean isSame(IndexMetadata generation, IndexMetadata other) {
        return generation.uuid().equals(other.uuid())
                && generation.physicalName().equals(other.physicalName());
    }

    private HBaseSearchException gone(IndexMetadata live) {
        return live.generation() == index.generation()
                ? changed("index " + index.index() + " (" + index.uuid() + ") was deleted and created again as "
                        + live.physicalName())
                : changed("generation " + index.generation() + " of index " + index.index() + " ("
                        + index.physicalName() + ") was dropped");
    }

    private HBaseSearchException nameless() {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                "no index has the name " + index.index() + ": index " + index.physicalName()
                        + " was deleted, or its alias removed",
                backend.admin()
                        .naming(index.index())
                        .map(command -> "Correct the alias, then restart the indexer: " + command)
                        .orElseGet(() -> Remedies.createAnew(index.index())),
                null);
    }

    private static HBaseSearchException changed(String message) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                message,
                "If this was intended, restart the indexer: it then uses the present index.",
                null);
    }
}
