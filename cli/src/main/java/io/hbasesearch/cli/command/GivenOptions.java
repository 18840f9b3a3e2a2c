/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.output.CommandHints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Formats the options of a command, for a command that continues where it ended. Stateless. */
public final class GivenOptions {
    private GivenOptions() {}

    /**
     * Returns the options as they were typed, before the command's name or after it, each after a blank.
     *
     * @param without long names of options to omit
     */
    public static String of(CommandLine command, Set<String> without) {
        Map<String, OptionSpec> given = new LinkedHashMap<>();
        collect(command, given);
        StringBuilder text = new StringBuilder();
        given.forEach((name, option) -> {
            if (!without.contains(name)) {
                append(text, name, option);
            }
        });
        return text.toString();
    }

    /** Returns the options of the program itself, which every command has, as arguments for another command. */
    public static List<String> ofProgram(CommandLine command) {
        Map<String, OptionSpec> given = new LinkedHashMap<>();
        collect(command, given);
        Map<String, OptionSpec> known = command.getCommandSpec().root().optionsMap();
        List<String> arguments = new ArrayList<>();
        given.forEach((name, option) -> {
            if (known.containsKey(name)) {
                arguments.add(name);
                arguments.addAll(option.arity().max() == 0 ? List.of() : option.originalStringValues());
            }
        });
        return arguments;
    }

    private static void collect(CommandLine command, Map<String, OptionSpec> given) {
        if (command.getParent() != null) {
            collect(command.getParent(), given);
        }
        if (command.getParseResult() != null) {
            command.getParseResult().matchedOptions().forEach(option -> given.put(option.longestName(), option));
        }
    }

    private static void append(StringBuilder text, String name, OptionSpec option) {
        List<String> values = option.arity().max() == 0 ? List.of("") : option.originalStringValues();
        values.forEach(value ->
                text.append(' ').append(name).append(value.isEmpty() ? "" : " ").append(quoted(value)));
    }

    /** Quotes a value for a POSIX shell. */
    public static String quoted(String value) {
        return CommandHints.quoted(value);
    }
}
