/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.session;

import io.hbasesearch.cli.output.OutputFormat;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options of every command, before or after its name. */
public final class GlobalOptions {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Configuration file (default: config/hbase-search.yaml).")
    @Nullable
    Path config;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            scope = ScopeType.INHERIT,
            defaultValue = "table",
            description = "Format of results: table, json, ndjson or csv (default: ${DEFAULT-VALUE}).")
    OutputFormat output = OutputFormat.TABLE;

    @Option(
            names = {"-q", "--quiet"},
            scope = ScopeType.INHERIT,
            description = "Print results and errors only.")
    boolean quiet;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show stack traces and debug logs.")
    boolean debug;

    @Option(names = "--no-color", scope = ScopeType.INHERIT, description = "No colours; NO_COLOR does the same.")
    boolean noColor;
}
