/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.peer.PeerAdmin;
import io.hbasesearch.core.model.TableId;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "peer",
        description = "Manage the replication peer that announces tables' edits.",
        subcommands = {
            PeerAddCommand.class,
            PeerCommand.Listing.class,
            PeerCommand.Remove.class,
            PeerCommand.Enable.class,
            PeerCommand.Disable.class,
            PeerCommand.Status.class
        })
public final class PeerCommand extends GroupCommand {

    @Command(name = "list", description = "List this program's peers and their tables.")
    static final class Listing extends PeerVerb {
        Listing(Session session) {
            super(session);
        }

        @Override
        int run(PeerAdmin peers) {
            Result result = peers.list();
            console().result(result);
            console()
                    .hint(
                            result.rows().isEmpty()
                                    ? "Add one: hbase-search peer add --table TABLE"
                                    : "See how far behind one is: hbase-search peer status");
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "remove",
            description = "Remove the peer, or some tables from it. Edits made afterwards are never announced;"
                    + " topics and indexes stay.")
    static final class Remove extends PeerChange {
        @Option(
                names = "--table",
                paramLabel = "[NS:]TABLE",
                converter = TableConverter.class,
                description = "Remove only this table; may be given several times.")
        private List<TableId> tables = new ArrayList<>();

        @Option(names = "--yes", description = "Do not ask.")
        private boolean yes;

        Remove(Session session) {
            super(session);
        }

        private String what() {
            return tables.isEmpty() ? "peer " + peerId() : tables + " from peer " + peerId();
        }

        @Override
        List<String> steps(PeerAdmin peers) {
            peers.without(peerId(), tables);
            return List.of("Remove " + what() + ". What is not shipped yet is never announced.");
        }

        @Override
        int change(PeerAdmin peers) {
            peers.without(peerId(), tables);
            session().confirm("Remove " + what() + "? What is not shipped yet is never announced.", yes);
            peers.remove(peerId(), tables);
            console().info("Removed " + what() + ".");
            console()
                    .hint(
                            "Indexes no longer follow: delete them with hbase-search index delete INDEX, or after 'peer add'"
                                    + " see what they missed: hbase-search verify INDEX");
            return ExitCode.DONE;
        }
    }

    @Command(name = "enable", description = "Go on announcing edits after 'peer disable'.")
    static final class Enable extends PeerChange {
        Enable(Session session) {
            super(session);
        }

        @Override
        List<String> steps(PeerAdmin peers) {
            return peers.require(peerId()).enabled() ? List.of() : List.of("Enable peer " + peerId() + ".");
        }

        @Override
        int change(PeerAdmin peers) {
            peers.enable(peerId());
            console().info("Peer " + peerId() + " is enabled.");
            console().hint("See how far behind it is: hbase-search peer status");
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "disable",
            description = "Stop announcing edits for a while. WALs pile up until 'peer enable'; nothing is lost.")
    static final class Disable extends PeerChange {
        Disable(Session session) {
            super(session);
        }

        @Override
        List<String> steps(PeerAdmin peers) {
            return peers.require(peerId()).enabled()
                    ? List.of("Disable peer " + peerId() + ". WALs pile up on HBase's file system until it is enabled.")
                    : List.of();
        }

        @Override
        int change(PeerAdmin peers) {
            peers.disable(peerId());
            console().info("Peer " + peerId() + " is disabled. WALs pile up on HBase's file system from now on.");
            console().hint("Go on with: hbase-search peer enable");
            return ExitCode.DONE;
        }
    }

    @Command(name = "status", description = "Show how far each RegionServer's queue of the peer is behind.")
    static final class Status extends PeerVerb {
        Status(Session session) {
            super(session);
        }

        @Override
        int run(PeerAdmin peers) {
            console().result(peers.status(peerId()));
            console()
                    .hint(
                            "A lag that grows means that Kafka cannot be reached: see the RegionServers' logs, and how long HBase's disk"
                                    + " lasts.");
            return ExitCode.DONE;
        }
    }
}
