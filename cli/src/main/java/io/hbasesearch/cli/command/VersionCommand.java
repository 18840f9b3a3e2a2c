/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.cli.session.Versions;
import io.hbasesearch.core.error.ExitCode;
import java.util.List;
import picocli.CommandLine.Command;

@Command(name = "version", description = "Print the versions of this program and of what it was built with.")
public final class VersionCommand extends BaseCommand {
    public VersionCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        console().result(Result.rows("versions", List.of("part", "version"), Versions.all()));
        return ExitCode.DONE;
    }
}
