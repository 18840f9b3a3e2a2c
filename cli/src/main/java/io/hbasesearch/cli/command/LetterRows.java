/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.process.CommittedReads;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.indexer.letters.LetterPage;
import io.hbasesearch.indexer.letters.LetterState;
import io.hbasesearch.indexer.letters.LetterStates;
import io.hbasesearch.indexer.letters.Purge;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the verbs of {@code dead-letters} share. Stateless. */
final class LetterRows {
    private LetterRows() {}

    /** The index, for its state of rows; empty, with a warning, if it cannot be asked: letters outlive their index. */
    static Optional<CommittedReads> open(Session session, String index) {
        try {
            return Optional.of(CommittedReads.open(
                    session.config().index(), session.configuration().definition(index)));
        } catch (HBaseSearchException e) {
            session.console().warn("the index cannot be asked which rows are healed: " + e.getMessage());
            return Optional.empty();
        }
    }

    static Purge.States states(Optional<CommittedReads> reads) {
        Optional<DocumentSearcher> searcher = reads.map(CommittedReads::searcher);
        if (searcher.isEmpty()) {
            return stored -> stored.letter().row().isPresent() ? LetterState.UNKNOWN : LetterState.NO_ROW;
        }
        LetterStates states = new LetterStates(searcher.get());
        return stored -> states.of(stored.letter());
    }

    static Map<String, @Nullable Object> row(LetterPage.Entry entry) {
        return Result.row(
                "offset",
                entry.offset(),
                "time",
                entry.time().toString(),
                "table",
                entry.table(),
                "row",
                entry.row().map(RowKey::printable).orElse(null),
                "stage",
                entry.stage().toString(),
                "code",
                entry.code().toString(),
                "state",
                text(entry.state()),
                "message",
                entry.message());
    }

    static List<Map<String, @Nullable Object>> totals(LetterPage page) {
        return page.totals().stream()
                .map(total -> Result.row(
                        "stage",
                        total.kind().stage().toString(),
                        "code",
                        total.kind().code().toString(),
                        "letters",
                        total.letters()))
                .toList();
    }

    static String text(LetterState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
