/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.query;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Refuses several indexes for a command that asks one. Stateless. */
final class OneIndex {
    private OneIndex() {}

    /** @throws ParameterException for names with commas between them */
    static String require(CommandLine command, String index) {
        if (index.contains(",")) {
            throw new ParameterException(
                    command,
                    "'" + command.getCommandName() + "' takes one index, and '" + index
                            + "' names several: run it for each");
        }
        return index;
    }
}
