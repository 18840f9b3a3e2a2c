/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.peer;

import io.hbasesearch.administration.peer.PeerAdmin;
import io.hbasesearch.administration.peer.PeerAdmin.AnnouncedTable;
import io.hbasesearch.administration.peer.PeerAdmin.PeerStatus;
import io.hbasesearch.administration.peer.Route;
import io.hbasesearch.administration.peer.WaitingPeers;
import io.hbasesearch.cli.command.GroupCommand;
import io.hbasesearch.cli.command.TableConverter;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerBacklog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
    static Map<String, @Nullable Object> row(String peer, Route route) {
        return Result.row(
                "peer", peer,
                "table", route.table().toString(),
                "topic", route.topic(),
                "partitions", route.partitions(),
                "epoch", route.epoch());
    }

    @Command(name = "list", description = "List this program's peers and their tables.")
    static final class Listing extends PeerVerb {
        Listing(Session session) {
            super(session);
        }

        @Override
        int run(PeerAdmin peers) {
            Result result = result(peers.list());
            console().result(result);
            console()
                    .hint(
                            result.rows().isEmpty()
                                    ? "Add one: hbase-search peer add --table TABLE"
                                    : "Check the lag of one: hbase-search peer status");
            return ExitCode.DONE;
        }

        private static Result result(List<AnnouncedTable> tables) {
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            for (AnnouncedTable table : tables) {
                Peer peer = table.peer();
                Map<String, @Nullable Object> row = row(peer.id(), table.route());
                row.put("enabled", peer.enabled());
                row.put("payload", table.payload());
                row.put("covered", peer.covers(table.route().table()));
                row.put("queued_wals", table.backlog().queuedWals());
                row.put("unshipped_age_s", unshippedSeconds(peer, table.backlog()));
                rows.add(row);
            }
            return Result.rows(
                    "tables",
                    List.of(
                            "peer",
                            "table",
                            "topic",
                            "partitions",
                            "enabled",
                            "payload",
                            "queued_wals",
                            "unshipped_age_s"),
                    rows);
        }

        /** Returns null, not zero, for a disabled peer: HBase does not know the age. */
        private static @Nullable Long unshippedSeconds(Peer peer, PeerBacklog backlog) {
            return peer.enabled() ? backlog.unshippedAge().toSeconds() : null;
        }
    }

    @Command(
            name = "remove",
            description = "Remove the peer, or some tables from it. Later edits are never announced;"
                    + " topics and indexes stay.")
    static final class Remove extends PeerChange {
        @Option(
                names = "--table",
                paramLabel = "[NS:]TABLE",
                converter = TableConverter.class,
                description = "Remove only this table; repeatable.")
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
            return List.of("Remove " + what() + ". Edits that are not shipped yet are never announced.");
        }

        @Override
        int change(PeerAdmin peers) {
            peers.without(peerId(), tables);
            session().confirm("Remove " + what() + "? Edits that are not shipped yet are never announced.", yes);
            peers.remove(peerId(), tables);
            console().info("Removed " + what() + ".");
            console()
                    .hint(
                            "Its indexes no longer receive edits: delete them with hbase-search index delete INDEX, or after 'peer add'"
                                    + " check what they missed: hbase-search verify INDEX");
            return ExitCode.DONE;
        }
    }

    @Command(name = "enable", description = "Resume announcing edits after 'peer disable'.")
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
            console().hint("Check its lag: hbase-search peer status");
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "disable",
            description = "Pause announcing edits. WALs accumulate until 'peer enable'; nothing is lost.")
    static final class Disable extends PeerChange {
        Disable(Session session) {
            super(session);
        }

        @Override
        List<String> steps(PeerAdmin peers) {
            return peers.require(peerId()).enabled()
                    ? List.of("Disable peer " + peerId()
                            + ". WALs accumulate on HBase's file system until it is enabled.")
                    : List.of();
        }

        @Override
        int change(PeerAdmin peers) {
            peers.disable(peerId());
            console().info("Peer " + peerId() + " is disabled. WALs accumulate on HBase's file system from now on.");
            console().hint("Resume with: hbase-search peer enable");
            return ExitCode.DONE;
        }
    }

    @Command(name = "status", description = "Show the lag of each RegionServer's queue of the peer.")
    static final class Status extends PeerVerb {
        Status(Session session) {
            super(session);
        }

        @Override
        int run(PeerAdmin peers) {
            PeerStatus status = peers.status(peerId());
            if (!status.peer().enabled()) {
                console().warn("peer " + peerId() + " is disabled: WALs accumulate until 'hbase-search peer enable'.");
            }
            status.waiting().ifPresent(topic -> console().warn(topic + " " + WaitingPeers.remedy(peerId())));
            peers.reportFreshness();
            console().result(result(status));
            console()
                    .hint(
                            "A growing lag means that Kafka is unreachable: check the RegionServers' logs, and how long HBase's disk"
                                    + " space lasts.");
            return ExitCode.DONE;
        }

        private static Result result(PeerStatus status) {
            Map<String, Object> summary = new LinkedHashMap<>();
            summary.put("peer", status.peer().id());
            summary.put("enabled", status.peer().enabled());
            PeerBacklog backlog = PeerBacklog.of(status.queues());
            summary.put("queued_wals", backlog.queuedWals());
            if (status.peer().enabled()) {
                summary.put("unshipped_age_s", backlog.unshippedAge().toSeconds());
            }
            status.waiting().ifPresent(topic -> summary.put("waiting_for", topic));
            return new Result(
                    "queues",
                    summary,
                    List.of("server", "queue", "running", "lag_ms", "last_shipped_age_ms", "queued_logs"),
                    status.queues().stream()
                            .map(queue -> Result.row(
                                    "server", queue.server(),
                                    "queue", queue.queue(),
                                    "running", queue.running(),
                                    "recovered", queue.recovered(),
                                    "lag_ms", queue.lagMillis(),
                                    "last_shipped_age_ms", queue.lastShippedAgeMillis(),
                                    "queued_logs", queue.queuedLogs()))
                            .toList());
        }
    }
}
