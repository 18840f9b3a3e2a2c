/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Formats the options of a command, for a command that continues where it ended. Stateless. */
public final class GivenOptions {
    private static final String PLAIN = "[A-Za-z0-9_./:=,%+@-]+";

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
        return value.isEmpty() || value.matches(PLAIN) ? value : "'" + value.replace("'", "'\\''") + "'";
    }
}
