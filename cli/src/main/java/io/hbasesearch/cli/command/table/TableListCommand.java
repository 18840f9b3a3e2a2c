/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.hbase.TableDescription;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Command(name = "list", description = "List tables with their families and indexes.")
final class TableListCommand extends BaseCommand {
    TableListCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        ServiceConfig config = session().config();
        List<TableDescription> tables;
        try (TableAdmin admin = new TableAdmin(config.hbase())) {
            tables = admin.list();
        }
        TableIndexes indexes = TableIndexes.of(config, console());
        List<Map<String, @Nullable Object>> rows = tables.stream()
                .map(table -> Result.row(
                        "table",
                        table.table().toString(),
                        "regions",
                        table.regions(),
                        "families",
                        table.families().stream()
                                .map(TableDescription.Family::name)
                                .toList(),
                        "indexes",
                        indexes.of(table.table())))
                .toList();
        console().result(Result.rows("tables", List.of("table", "regions", "families", "indexes"), rows));
        console()
                .hint(
                        rows.isEmpty()
                                ? "Create one: hbase-search table create TABLE FAMILY"
                                : "See rows of one: hbase-search table scan TABLE");
        return ExitCode.DONE;
    }
}
