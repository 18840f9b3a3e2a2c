/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import io.hbasesearch.cli.command.CompletionCommand;
import io.hbasesearch.cli.command.QuickstartCommand;
import io.hbasesearch.cli.command.VersionCommand;
import io.hbasesearch.cli.command.config.ConfigCommand;
import io.hbasesearch.cli.command.deadletter.DeadLettersCommand;
import io.hbasesearch.cli.command.index.IndexCommand;
import io.hbasesearch.cli.command.index.SampleCommand;
import io.hbasesearch.cli.command.peer.PeerCommand;
import io.hbasesearch.cli.command.query.CountCommand;
import io.hbasesearch.cli.command.query.ExplainCommand;
import io.hbasesearch.cli.command.query.GetCommand;
import io.hbasesearch.cli.command.query.McpCommand;
import io.hbasesearch.cli.command.query.SearchCommand;
import io.hbasesearch.cli.command.query.SuggestCommand;
import io.hbasesearch.cli.command.reindex.ReindexCommand;
import io.hbasesearch.cli.command.rowkey.RowKeyCommand;
import io.hbasesearch.cli.command.service.GatewayCommand;
import io.hbasesearch.cli.command.service.IndexerCommand;
import io.hbasesearch.cli.command.service.ServeCommand;
import io.hbasesearch.cli.command.site.DoctorCommand;
import io.hbasesearch.cli.command.site.StatusCommand;
import io.hbasesearch.cli.command.table.TableCommand;
import io.hbasesearch.cli.command.verify.VerifyCommand;
import io.hbasesearch.cli.session.GlobalOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root command: lists the commands and holds the global options. */
@Command(
        name = "hbase-search",
        description = "Keyword search over HBase.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            QuickstartCommand.class,
            ServeCommand.class,
            IndexerCommand.class,
            GatewayCommand.class,
            SearchCommand.class,
            CountCommand.class,
            GetCommand.class,
            SuggestCommand.class,
            ExplainCommand.class,
            McpCommand.class,
            StatusCommand.class,
            DoctorCommand.class,
            VerifyCommand.class,
            ReindexCommand.class,
            IndexCommand.class,
            PeerCommand.class,
            DeadLettersCommand.class,
            TableCommand.class,
            RowKeyCommand.class,
            ConfigCommand.class,
            SampleCommand.class,
            VersionCommand.class,
            CompletionCommand.class
        },
        footer = {
            "",
            "First steps: hbase-search quickstart",
            "Exit codes: 0 done, 1 failed, 2 usage, 3 done but some rows failed, 4 differences found,",
            "10 configuration invalid, 11 server unreachable, 12 access denied, 13 index incompatible,",
            "124 timed out, 130 interrupted."
        })
final class HBaseSearchCommand implements Runnable {
    @Mixin
    private final GlobalOptions options = new GlobalOptions();

    @Spec
    private CommandSpec spec;

    GlobalOptions options() {
        return options;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
