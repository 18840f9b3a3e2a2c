/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.config;

import io.hbasesearch.cli.command.GroupCommand;
import picocli.CommandLine.Command;

@Command(
        name = "config",
        description =
                "Inspect the configuration. Contacts no server, except diff without files, which reads the indexes.",
        subcommands = {ConfigCheckCommand.class, ConfigExplainCommand.class, ConfigDiffCommand.class})
public final class ConfigCommand extends GroupCommand {}
