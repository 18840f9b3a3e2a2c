/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.hbase.TableDescription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Command(
        name = "describe",
        description = "Show a table's families with their versions and REPLICATION_SCOPE, and its indexes.")
final class TableDescribeCommand extends TableVerb {
    TableDescribeCommand(Session session) {
        super(session);
    }

    @Override
    int run(TableAdmin tables) {
        TableDescription table = tables.describe(table());
        boolean enabled = tables.isEnabled(table());
        @Nullable
        List<String> indexes = TableIndexes.of(session().config(), console()).of(table());
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("table", table.table().toString());
        summary.put("regions", table.regions());
        summary.put("enabled", enabled);
        if (indexes != null) {
            summary.put("indexes", indexes);
        }
        console()
                .info("Table " + name() + ": " + counted(table.regions(), "region") + ", "
                        + (enabled ? "enabled" : "disabled") + ", "
                        + (indexes == null
                                ? "its indexes are not known"
                                : indexes.isEmpty() ? "no index" : "indexed by " + String.join(", ", indexes))
                        + ".");
        console()
                .result(new Result(
                        "families",
                        summary,
                        List.of("family", "versions", "scope", "seconds_to_live", "compression"),
                        table.families().stream().map(TableDescribeCommand::row).toList()));
        hint(table, indexes);
        return ExitCode.DONE;
    }

    private static Map<String, @Nullable Object> row(TableDescription.Family family) {
        return Result.row(
                "family",
                family.name(),
                "versions",
                family.versions(),
                "scope",
                family.replicated() ? 1 : 0,
                "seconds_to_live",
                family.secondsToLive().isPresent() ? family.secondsToLive().getAsInt() : null,
                "compression",
                family.compression());
    }

    private void hint(TableDescription table, @Nullable List<String> indexes) {
        List<String> unreplicated = table.families().stream()
                .filter(family -> !family.replicated())
                .map(TableDescription.Family::name)
                .toList();
        if (indexes != null && indexes.isEmpty()) {
            console().hint("To index it, write a definition: hbase-search index init " + name());
        } else if (!unreplicated.isEmpty()) {
            console()
                    .hint("Edits of " + String.join(", ", unreplicated)
                            + " are not announced, because the scope is 0. Set it: hbase-search peer add --table "
                            + name() + " --set-scope");
        } else {
            console().hint("See its rows: hbase-search table scan " + name());
        }
    }
}
