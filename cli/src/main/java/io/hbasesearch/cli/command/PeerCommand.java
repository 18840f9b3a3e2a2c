/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.peer.PeerAdmin;
import io.hbasesearch.cli.peer.PeerRequest;
import io.hbasesearch.core.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Command(
        name = "peer",
        description = "Manage the replication peer that announces tables' edits.",
        subcommands = {
            PeerCommand.Add.class,
            PeerCommand.Listing.class,
            PeerCommand.Remove.class,
            PeerCommand.Enable.class,
            PeerCommand.Disable.class,
            PeerCommand.Status.class
        })
public final class PeerCommand extends GroupCommand {

    /** What all verbs share. */
    abstract static class PeerVerb extends BaseCommand {
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

        /** Refuses options that make no sense, before anything else is looked at. */
        void checkOptions() {}

        abstract int run(PeerAdmin peers);

        @Override
        public final Integer call() {
            checkOptions();
            try (PeerAdmin peers = new PeerAdmin(session().config(), console())) {
                return run(peers);
            }
        }
    }

    @Command(
            name = "add",
            description = "Make HBase announce the edits of tables: checks families, creates topics, adds the peer."
                    + " Running it again changes nothing; with further tables it adds them.")
    static final class Add extends PeerVerb {
        @Option(names = "--table", paramLabel = "[NS:]TABLE", description = "A table; may be given several times.")
        private List<String> tables = new ArrayList<>();

        @Option(names = "--all-tables", description = "Every table that exists now.")
        private boolean allTables;

        @Option(
                names = "--partitions",
                paramLabel = "N",
                description = "Partitions of a topic that has to be created; never changes afterwards (default: "
                        + PeerRequest.DEFAULT_PARTITIONS + ").")
        private @Nullable Integer partitions;

        @Option(
                names = "--replication-factor",
                paramLabel = "N",
                defaultValue = "" + PeerRequest.DEFAULT_REPLICATION_FACTOR,
                description = "Replicas of a topic that has to be created (default: ${DEFAULT-VALUE}).")
        private int replicationFactor;

        @Option(
                names = "--payload",
                paramLabel = "KIND",
                description = "How much of an edit its event carries: edits, columns or keys (default: edits).")
        private @Nullable PayloadKind payload;

        @Option(names = "--set-scope", description = "Set REPLICATION_SCOPE => 1 on families that lack it.")
        private boolean setScope;

        @Option(
                names = "--kafka",
                paramLabel = "HOST:PORT,...",
                description =
                        "Kafka as RegionServers reach it (default: what the peer has; kafka.bootstrapServers for a"
                                + " new one).")
        private @Nullable String kafka;

        Add(Session session) {
            super(session);
        }

        @Override
        void checkOptions() {
            if (tables.isEmpty() == !allTables) {
                throw new ParameterException(spec().commandLine(), "name tables with --table, or give --all-tables");
            }
            if (partitions != null && partitions < 1) {
                throw new ParameterException(spec().commandLine(), "--partitions must be at least 1");
            }
            if (replicationFactor < 1 || replicationFactor > Short.MAX_VALUE) {
                throw new ParameterException(
                        spec().commandLine(), "--replication-factor must be within 1 and " + Short.MAX_VALUE);
            }
        }

        @Override
        int run(PeerAdmin peers) {
            List<TableId> asked = allTables
                    ? peers.tables()
                    : tables.stream().map(TableId::parse).distinct().toList();
            PeerRequest request = new PeerRequest(
                    peerId(),
                    asked,
                    partitions == null ? OptionalInt.empty() : OptionalInt.of(partitions),
                    replicationFactor,
                    Optional.ofNullable(payload).map(PayloadKind::toString),
                    setScope,
                    kafka == null ? session().config().kafka().bootstrapServers() : kafka,
                    kafka != null);
            Result result = peers.add(request);
            peers.report(request);
            console().result(result);
            console().hint("Create an index for a table: hbase-search index create INDEX");
            return ExitCode.DONE;
        }
    }

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
    static final class Remove extends PeerVerb {
        @Option(
                names = "--table",
                paramLabel = "[NS:]TABLE",
                description = "Remove only this table; may be given several times.")
        private List<String> tables = new ArrayList<>();

        @Option(names = "--yes", description = "Do not ask.")
        private boolean yes;

        Remove(Session session) {
            super(session);
        }

        @Override
        int run(PeerAdmin peers) {
            List<TableId> asked = tables.stream().map(TableId::parse).toList();
            peers.require(peerId());
            String what = asked.isEmpty() ? "peer " + peerId() : asked + " from peer " + peerId();
            if (!session().confirm("Remove " + what + "? What is not shipped yet is never announced.", yes)) {
                console().info("Nothing was removed.");
                return ExitCode.FAILED;
            }
            peers.remove(peerId(), asked);
            console().info("Removed " + what + ".");
            console().hint("Indexes no longer follow: delete them with hbase-search index delete INDEX.");
            return ExitCode.DONE;
        }
    }

    @Command(name = "enable", description = "Go on announcing edits after 'peer disable'.")
    static final class Enable extends PeerVerb {
        Enable(Session session) {
            super(session);
        }

        @Override
        int run(PeerAdmin peers) {
            peers.enable(peerId());
            console().info("Peer " + peerId() + " is enabled.");
            console().hint("See how far behind it is: hbase-search peer status");
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "disable",
            description = "Stop announcing edits for a while. WALs pile up until 'peer enable'; nothing is lost.")
    static final class Disable extends PeerVerb {
        Disable(Session session) {
            super(session);
        }

        @Override
        int run(PeerAdmin peers) {
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
            console().hint("A lag that grows means that Kafka cannot be reached: see the RegionServers' logs.");
            return ExitCode.DONE;
        }
    }
}
