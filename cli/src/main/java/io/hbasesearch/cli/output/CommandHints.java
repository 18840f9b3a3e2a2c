/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Completes the commands in messages, so that they can be copied: with the program's name as the user typed it, and the
 * configuration that this run was given. Immutable.
 *
 * @param program how this program was called
 * @param config as the user gave it; empty if it was found by itself
 */
public record CommandHints(String program, Optional<String> config) {
    private static final String NAME = "hbase-search";
    private static final String PLAIN = "[A-Za-z0-9_./:=,%+@-]+";
    private static final String NAMES =
            "(?:search|count|get|suggest|explain|mcp|status|doctor|verify|reindex|index|peer"
                    + "|dead-letters|table|rowkey|config|sample|serve|indexer|gateway)\\b";
    /** A command that needs a configuration: in quotes, or up to the punctuation that ends it. */
    private static final Pattern COMMAND = Pattern.compile("(?<=')" + NAME + "( " + NAMES + "[^'\n]*)(?=')"
            + "|(?<![./\\w'-])" + NAME + "( " + NAMES + "(?:'[^'\n]*'|(?! \\(|[,;:.](?: |$)|\n).)*+)");

    public CommandHints {
        Objects.requireNonNull(program, "program");
        Objects.requireNonNull(config, "config");
    }

    /** Returns hints that leave commands as they are. */
    public static CommandHints plain() {
        return new CommandHints(NAME, Optional.empty());
    }

    /** Returns the text with every command complete. */
    public String complete(String text) {
        String option = config.map(file -> " --config " + quoted(file)).orElse("");
        return COMMAND.matcher(text).replaceAll(found -> {
            String arguments = found.group(1) == null ? found.group(2) : found.group(1);
            boolean isWhole = option.isEmpty() || arguments.contains(" --config ");
            return Matcher.quoteReplacement(
                    quoted(program) + (isWhole ? arguments : arguments.stripTrailing() + option));
        });
    }

    /** Quotes a value for a POSIX shell. */
    public static String quoted(String value) {
        return value.isEmpty() || value.matches(PLAIN) ? value : "'" + value.replace("'", "'\\''") + "'";
    }
}
