/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.peer;

import io.hbasesearch.administration.peer.PeerAdmin;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import java.util.List;
import picocli.CommandLine.Option;

/** A {@code peer} command that changes something. */
abstract class PeerChange extends PeerVerb {
    @Option(names = "--dry-run", description = "Show what would be done, and change nothing.")
    private boolean dryRun;

    PeerChange(Session session) {
        super(session);
    }

    /** Returns one sentence for each step. Fails in the same way as the change would; changes nothing. */
    abstract List<String> steps(PeerAdmin peers);

    /** @return the exit code */
    abstract int change(PeerAdmin peers);

    @Override
    final int run(PeerAdmin peers) {
        if (!dryRun) {
            return change(peers);
        }
        List<String> steps = steps(peers);
        console().result(Result.steps(steps));
        console().hint(steps.isEmpty() ? "There is nothing to do." : "Nothing was changed: omit --dry-run to do it.");
        return ExitCode.DONE;
    }
}
