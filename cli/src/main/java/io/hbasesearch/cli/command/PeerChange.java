/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.peer.PeerAdmin;
import java.util.List;
import picocli.CommandLine.Option;

/** A verb of {@code peer} that changes something. */
abstract class PeerChange extends PeerVerb {
    @Option(names = "--dry-run", description = "Say what would be done, and change nothing.")
    private boolean dryRun;

    PeerChange(Session session) {
        super(session);
    }

    /** What would be done, a sentence for each step. Fails as the change would for what is wrong; changes nothing. */
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
        console()
                .hint(
                        steps.isEmpty()
                                ? "There is nothing to do."
                                : "Nothing was changed: leave --dry-run out to do it.");
        return ExitCode.DONE;
    }
}
