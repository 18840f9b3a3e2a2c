/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import io.hbasesearch.cli.command.CompletionCommand;
import io.hbasesearch.cli.command.ConfigCommand;
import io.hbasesearch.cli.command.CountCommand;
import io.hbasesearch.cli.command.DeadLettersCommand;
import io.hbasesearch.cli.command.DoctorCommand;
import io.hbasesearch.cli.command.ExplainCommand;
import io.hbasesearch.cli.command.GatewayCommand;
import io.hbasesearch.cli.command.IndexCommand;
import io.hbasesearch.cli.command.IndexerCommand;
import io.hbasesearch.cli.command.PeerCommand;
import io.hbasesearch.cli.command.QuickstartCommand;
import io.hbasesearch.cli.command.ReindexCommand;
import io.hbasesearch.cli.command.RowKeyCommand;
import io.hbasesearch.cli.command.SampleCommand;
import io.hbasesearch.cli.command.SearchCommand;
import io.hbasesearch.cli.command.ServeCommand;
import io.hbasesearch.cli.command.StatusCommand;
import io.hbasesearch.cli.command.SuggestCommand;
import io.hbasesearch.cli.command.VerifyCommand;
import io.hbasesearch.cli.command.VersionCommand;
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
            SuggestCommand.class,
            ExplainCommand.class,
            StatusCommand.class,
            DoctorCommand.class,
            VerifyCommand.class,
            ReindexCommand.class,
            IndexCommand.class,
            PeerCommand.class,
            DeadLettersCommand.class,
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
