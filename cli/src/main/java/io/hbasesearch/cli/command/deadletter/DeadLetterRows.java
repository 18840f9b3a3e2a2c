/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.deadletter;

import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.indexer.deadletter.DeadLetterPage;
import io.hbasesearch.indexer.deadletter.DeadLetterState;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats dead letters for the {@code dead-letters} commands. Stateless. */
final class DeadLetterRows {
    private DeadLetterRows() {}

    static Map<String, @Nullable Object> row(DeadLetterPage.Entry entry, DeadLetterState state, KeyNotation keys) {
        return Result.row(
                "offset",
                entry.offset(),
                "time",
                entry.time().toString(),
                "table",
                entry.table(),
                "row",
                entry.row().map(keys::format).orElse(null),
                "stage",
                entry.stage().toString(),
                "code",
                entry.code().toString(),
                "state",
                text(state),
                "message",
                entry.message());
    }

    static List<Map<String, @Nullable Object>> totals(DeadLetterPage page) {
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

    static String text(DeadLetterState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
