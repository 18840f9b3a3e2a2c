/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.deadletter;

import io.hbasesearch.cli.command.GroupCommand;
import picocli.CommandLine.Command;

@Command(
        name = "dead-letters",
        description = "Inspect events whose rows could not be indexed, and retry their rows.",
        subcommands = {
            DeadLettersListCommand.class,
            DeadLettersShowCommand.class,
            DeadLettersReplayCommand.class,
            DeadLettersPurgeCommand.class
        })
public final class DeadLettersCommand extends GroupCommand {}
