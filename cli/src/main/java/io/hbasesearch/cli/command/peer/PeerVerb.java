/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.peer;

import io.hbasesearch.administration.peer.PeerAdmin;
import io.hbasesearch.administration.peer.PeerRequest;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.session.Session;
import picocli.CommandLine.Option;

/** The base of the {@code peer} commands. */
abstract class PeerVerb extends BaseCommand {
    @Option(
            names = "--peer-id",
            paramLabel = "ID",
            defaultValue = PeerRequest.DEFAULT_ID,
            description = "The peer's id (default: ${DEFAULT-VALUE}).")
    private String peerId = PeerRequest.DEFAULT_ID;

    PeerVerb(Session session) {
        super(session);
    }

    final String peerId() {
        return peerId;
    }

    /** Rejects invalid options before anything else is checked. */
    void checkOptions() {}

    /** @return the exit code */
    abstract int run(PeerAdmin peers);

    @Override
    public final Integer call() {
        checkOptions();
        try (PeerAdmin peers = new PeerAdmin(session().config(), console())) {
            return run(peers);
        }
    }
}
