/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the cells that a command shows. A mixin; for the main thread. */
final class CellOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--versions",
            paramLabel = "N",
            defaultValue = "1",
            description = "Versions of each cell to show, the newest first (default: ${DEFAULT-VALUE}).")
    private int versions;

    /** Returns how many versions of each cell to show. @throws ParameterException if that is none */
    int versions() {
        if (versions < 1) {
            throw new ParameterException(spec.commandLine(), "--versions must be at least 1");
        }
        return versions;
    }
}
