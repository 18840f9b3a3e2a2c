/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.indexer.reindex.Engine;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import java.util.Objects;
import java.util.Optional;

/**
 * The task of a run.
 *
 * @param change of the index's generations; empty to fill the live one in place
 * @param engine to use when the run is continued
 */
public record Task(Selection selection, Limits limits, Optional<ChangePlan> change, Engine engine) {
    public Task {
        Objects.requireNonNull(selection, "selection");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(change, "change");
        Objects.requireNonNull(engine, "engine");
        if (change.isPresent() && !selection.isAll()) {
            throw new IllegalArgumentException("a change of generations concerns all rows, not " + selection);
        }
    }

    /** Fills the live generation, or some rows of it. */
    public static Task inPlace(Selection selection, Limits limits) {
        return new Task(selection, limits, Optional.empty(), Engine.DIRECT);
    }

    public Task by(Engine other) {
        return new Task(selection, limits, change, other);
    }

    public static Task of(ChangePlan change, Limits limits) {
        return new Task(Selection.all(), limits, Optional.of(change), Engine.DIRECT);
    }
}
