/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.deadletter;

import io.hbasesearch.administration.reindex.CommittedReads;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.deadletter.DeadLetterPurge;
import io.hbasesearch.indexer.deadletter.DeadLetterState;
import io.hbasesearch.indexer.deadletter.DeadLetterStates;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks up in an index the state of its dead letters' rows. Dead letters outlive their index: if it no longer exists or was
 * recreated, the state of rows is unknown. For one command and its thread; closes what it opened.
 */
final class DeadLetterIndex implements AutoCloseable, DeadLetterPurge.States {
    /**
     * Failures that mean that the index of the dead letters does not exist. Any other failure is temporary, and does not make
     * states unknown.
     */
    private static final Set<ErrorCode> GONE =
            Set.of(ErrorCode.NOT_FOUND, ErrorCode.INDEX_NOT_FOUND, ErrorCode.INDEX_INCOMPATIBLE);

    private final @Nullable CommittedReads reads;
    private final DeadLetterPurge.States states;
    private final @Nullable HBaseSearchException gone;

    private DeadLetterIndex(
            @Nullable CommittedReads reads, DeadLetterPurge.States states, @Nullable HBaseSearchException gone) {
        this.reads = reads;
        this.states = states;
        this.gone = gone;
    }

    /** @throws HBaseSearchException if the index exists but does not answer */
    static DeadLetterIndex open(Session session, String index) {
        try {
            IndexDefinition definition = session.configuration().definition(index);
            CommittedReads reads = CommittedReads.open(session.config().index(), definition);
            return new DeadLetterIndex(
                    reads, new DeadLetterStates(reads.searcher(), reads.definition()::documents), null);
        } catch (HBaseSearchException e) {
            return withoutIndex(session, e);
        }
    }

    static DeadLetterIndex withoutIndex(Session session, HBaseSearchException failure) {
        if (!GONE.contains(failure.code())) {
            throw failure;
        }
        session.console().warn("the index cannot tell which rows are healed: " + failure.getMessage());
        return new DeadLetterIndex(null, DeadLetterIndex::unknown, failure);
    }

    private static DeadLetterState unknown(Optional<RowKey> row) {
        return row.isPresent() ? DeadLetterState.UNKNOWN : DeadLetterState.NO_ROW;
    }

    @Override
    public DeadLetterState of(Optional<RowKey> row) {
        return states.of(row);
    }

    /** @throws HBaseSearchException with the reason why the dead letters in this state are unknown */
    void requireKnown(DeadLetterState state) {
        boolean needed = state == DeadLetterState.OPEN || state == DeadLetterState.HEALED;
        if (needed && gone != null) {
            throw new HBaseSearchException(
                    gone.code(),
                    "cannot determine which dead letters are " + DeadLetterRows.text(state) + ": " + gone.getMessage(),
                    "Omit --state to list all dead letters.",
                    gone);
        }
    }

    @Override
    public void close() throws Exception {
        if (reads != null) {
            reads.close();
        }
    }
}
