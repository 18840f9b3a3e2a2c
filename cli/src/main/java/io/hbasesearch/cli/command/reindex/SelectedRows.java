/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.cli.command.GivenOptions;
import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.GenerationChange;
import io.hbasesearch.indexer.reindex.run.RunState;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Formats the options of a run, for continuing it, possibly from another terminal. Stateless. */
final class SelectedRows {
    private SelectedRows() {}

    /** Returns the command that continues a run; another selection would be rejected, and other limits do no harm. */
    static String command(String index, RunState run) {
        String rates = rates(run.job().limits());
        return run.job()
                .change()
                .map(GenerationChange::plan)
                .map(plan -> plan.command(index) + (plan.kind() == ChangePlan.Kind.REBUILD ? rates : ""))
                .orElseGet(() -> "hbase-search reindex " + index
                        + run.job().engine().options() + options(run.job().selection()) + rates);
    }

    /** Returns the options, each after a blank; empty for all rows. */
    static String options(Selection selection) {
        StringBuilder text = new StringBuilder();
        add(text, "--from", key(selection.range().start()));
        add(text, "--to", key(selection.range().stop()));
        add(text, "--since", time(selection.since()));
        add(text, "--until", time(selection.until()));
        add(text, "--where", String.join(",", selection.where()));
        return text.toString();
    }

    /** Returns the options for programs; null for all rows. */
    static @Nullable Map<String, @Nullable Object> row(Selection selection) {
        if (selection.isAll()) {
            return null;
        }
        return Result.row(
                "from", orNull(key(selection.range().start())),
                "to", orNull(key(selection.range().stop())),
                "since", orNull(time(selection.since())),
                "until", orNull(time(selection.until())),
                "where", selection.where());
    }

    private static String rates(Limits limits) {
        StringBuilder text = new StringBuilder();
        add(text, "--rows-per-second", rate(limits.rowsPerSecond()));
        add(text, "--bytes-per-second", rate(limits.bytesPerSecond()));
        add(text, "--max-lag", limits.maxLag() == Limits.STANDARD_MAX_LAG ? "" : Long.toString(limits.maxLag()));
        return text.toString();
    }

    private static void add(StringBuilder text, String option, String value) {
        if (!value.isEmpty()) {
            // With =, because a key may start with a dash.
            text.append(' ').append(GivenOptions.quoted(option + "=" + value));
        }
    }

    private static String key(ByteArray key) {
        return key.isEmpty() ? "" : KeyNotation.hbase(new RowKey(key)).replace("'", "\\x27");
    }

    private static String time(OptionalLong millis) {
        return millis.isEmpty() ? "" : Instant.ofEpochMilli(millis.getAsLong()).toString();
    }

    private static String rate(double rate) {
        return rate == 0
                ? ""
                : new BigDecimal(Double.toString(rate)).stripTrailingZeros().toPlainString();
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
