/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import io.hbasesearch.core.error.Suggestion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Names an option or a command that does not exist, and the one that was probably meant.
 *
 * @param text as it was written, an option without its value
 */
record UnknownArgument(CommandLine command, String text) {
    /** Returns the first unknown argument of a failure; empty if the failure has another cause. */
    static Optional<UnknownArgument> of(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return Optional.empty();
        }
        String first = unmatched.getUnmatched().get(0);
        boolean isOption = first.startsWith("-");
        CommandLine command = failure.getCommandLine();
        if (!isOption && command.getSubcommands().isEmpty()) {
            // A value too many: picocli says which.
            return Optional.empty();
        }
        return Optional.of(new UnknownArgument(
                command, isOption && first.contains("=") ? first.substring(0, first.indexOf('=')) : first));
    }

    String message() {
        return "unknown " + (isOption() ? "option " : "command ") + "'" + text + "'";
    }

    /** Suggests the nearest name; for a command, those that a reader would take it for, whatever group they are in. */
    Optional<String> hint() {
        return (isOption() ? Suggestion.nearest(text, options()) : nearestCommand())
                .map(name -> "Did you mean " + name + "?");
    }

    private boolean isOption() {
        return text.startsWith("-");
    }

    private Optional<String> nearestCommand() {
        Optional<String> here =
                Suggestion.nearest(text, command.getSubcommands().keySet());
        return here.isPresent()
                ? here
                : command.getSubcommands().entrySet().stream()
                        .flatMap(group -> verb(group).stream())
                        .findFirst();
    }

    /** Returns a command of a group with this very name: 'list' is 'index list', for instance. */
    private Optional<String> verb(Map.Entry<String, CommandLine> group) {
        return group.getValue().getSubcommands().containsKey(text)
                ? Optional.of(group.getKey() + " " + text)
                : Optional.empty();
    }

    private List<String> options() {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::names)
                .flatMap(Stream::of)
                .filter(name -> name.startsWith("--") == text.startsWith("--"))
                .toList();
    }
}
