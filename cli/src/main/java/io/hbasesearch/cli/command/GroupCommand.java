/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A noun with verbs as subcommands; alone it is a usage error that lists its verbs. */
public abstract class GroupCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "'" + spec.qualifiedName() + "' needs one of: "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
