/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh.",
        footer = {"", "Use it with: source <(hbase-search completion)"})
public final class CompletionCommand extends BaseCommand {
    public CompletionCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        CommandSpec root = spec().root();
        console().print(AutoComplete.bash(root.name(), root.commandLine()));
        return ExitCode.DONE;
    }
}
