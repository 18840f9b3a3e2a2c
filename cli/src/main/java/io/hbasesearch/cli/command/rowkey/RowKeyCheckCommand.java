/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.rowkey;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.TableConverter;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.check.KeyCheck;
import io.hbasesearch.core.rowkey.check.KeyCheckReport;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.TableSample;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "check",
        description = {
            "Sample a table and check that its row keys match their specification, and how evenly they spread over"
                    + " the regions. It reads the first rows of each region, and rows at random positions;"
                    + " only the keys of rows.",
            "Exit codes: 0 all keys of the sample fit; 4 some do not."
        })
final class RowKeyCheckCommand extends BaseCommand {
    private static final int MOST_ROWS = 1_000_000;

    @Parameters(
            index = "0",
            paramLabel = "INDEX|FILE",
            description = "Name of a definition that has rowKey.spec; with --table, a row-key specification.")
    private String target = "";

    @Option(
            names = "--table",
            paramLabel = "TABLE",
            converter = TableConverter.class,
            description = "The table to check a specification file against.")
    private @Nullable TableId table;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "10000",
            description = "The most rows to sample (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--show-keys",
            description =
                    "Show examples of keys that do not fit, start keys of regions and the most frequent first parts:"
                            + " these are data of the table.")
    private boolean showKeys;

    RowKeyCheckCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        if (rows < 1 || rows > MOST_ROWS) {
            throw new ParameterException(spec().commandLine(), "--rows must be from 1 to " + MOST_ROWS);
        }
        Configuration configuration = session().configuration();
        if (table != null) {
            RowKeySpec spec = new RowKeySpecReader(session().environment()).readFile(Path.of(target));
            return check(configuration.service().hbase(), table, spec);
        }
        IndexDefinition definition = configuration.definition(target);
        return check(configuration.service().hbase(), definition.table(), declared(definition));
    }

    private static RowKeySpec declared(IndexDefinition definition) {
        return definition
                .rowKey()
                .map(RowKeyDeclaration::spec)
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.USAGE,
                        "the definition of index " + definition.name() + " has no row-key specification (rowKey.spec)",
                        "Try a specification without changing the definition: hbase-search rowkey check FILE --table "
                                + definition.table(),
                        null));
    }

    private int check(HBaseConfig hbase, TableId sampled, RowKeySpec spec) {
        KeyCheck check = new KeyCheck(spec);
        List<TableSample.Region> regions;
        try (HBaseConnections connections = new HBaseConnections(hbase)) {
            regions = new TableSample(connections, new SecureRandom()).take(sampled, TableSample.Content.KEYS, rows);
        }
        regions.forEach(region ->
                check.addRegion(region.rows().stream().map(Row::key).toList(), region.bytes(), region.writes()));
        KeyCheckReport report = check.report();
        new KeyCheckOutput(console(), showKeys)
                .show(report, regions.stream().map(TableSample.Region::range).toList());
        return outcome(report);
    }

    private int outcome(KeyCheckReport report) {
        if (report.unfit() > 0) {
            throw new CommandFailure(
                    ExitCode.DIFFERENCES_FOUND,
                    "ROW_UNMAPPABLE",
                    report.unfit() + " of " + report.keys() + " sampled keys do not fit the specification",
                    showKeys
                            ? "See what is wrong with a key: hbase-search rowkey decode FILE KEY"
                            : "For examples, add --show-keys");
        }
        console()
                .hint(
                        report.keys() == 0
                                ? "The table has no rows: nothing was checked."
                                : "See how a query finds rows: hbase-search rowkey explain FILE FIELD=VALUE");
        return ExitCode.DONE;
    }
}
