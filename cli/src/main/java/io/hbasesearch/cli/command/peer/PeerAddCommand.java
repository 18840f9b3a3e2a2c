/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.peer;

import io.hbasesearch.administration.peer.PeerAdmin;
import io.hbasesearch.administration.peer.PeerPlan;
import io.hbasesearch.administration.peer.PeerRequest;
import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.cli.command.TableConverter;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Adds tables to a peer, and creates the peer if it does not exist. */
@Command(
        name = "add",
        description = "Make HBase announce the edits of tables: checks families, creates topics, adds the peer."
                + " Running it again changes nothing; with further tables it adds them.")
final class PeerAddCommand extends PeerChange {
    @Option(
            names = "--table",
            paramLabel = "[NS:]TABLE",
            converter = TableConverter.class,
            description = "A table; repeatable.")
    private List<TableId> tables = new ArrayList<>();

    @Option(names = "--all-tables", description = "Every existing table.")
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
            description = "The part of an edit that its event carries: edits, columns or keys (default: edits).")
    private @Nullable PayloadKind payload;

    @Option(names = "--set-scope", description = "Set REPLICATION_SCOPE => 1 on families that lack it.")
    private boolean setScope;

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT,...",
            description =
                    "Kafka brokers as RegionServers reach them (default: the peer's; kafka.bootstrapServers for a new"
                            + " one).")
    private @Nullable String kafka;

    PeerAddCommand(Session session) {
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
                    spec().commandLine(), "--replication-factor must be from 1 to " + Short.MAX_VALUE);
        }
    }

    private PeerRequest request(PeerAdmin peers) {
        List<TableId> asked =
                allTables ? peers.tables() : tables.stream().distinct().toList();
        return new PeerRequest(
                peerId(),
                asked,
                new PeerRequest.NewTopics(
                        partitions == null ? OptionalInt.empty() : OptionalInt.of(partitions), replicationFactor),
                Optional.ofNullable(payload).map(PayloadKind::toString),
                setScope,
                new PeerRequest.Kafka(
                        kafka == null ? session().config().kafka().bootstrapServers() : kafka, kafka != null));
    }

    @Override
    List<String> steps(PeerAdmin peers) {
        return peers.plan(request(peers)).steps();
    }

    @Override
    int change(PeerAdmin peers) {
        PeerRequest request = request(peers);
        PeerPlan plan = peers.plan(request);
        peers.add(plan);
        peers.report(request);
        plan.readdedTables().forEach(table -> console()
                .warn("table " + table + " already has a topic, so it was announced before: edits made"
                        + " to it meanwhile are not announced. Run 'hbase-search verify' for each of its"
                        + " indexes."));
        console()
                .result(Result.rows(
                        "tables",
                        List.of("table", "topic", "partitions", "epoch"),
                        plan.routes().stream()
                                .map(route -> PeerCommand.row(plan.merged().id(), route))
                                .toList()));
        console()
                .hint("Make a table searchable: hbase-search index add "
                        + (request.tables().size() == 1
                                ? TableAdmin.name(request.tables().get(0))
                                : "TABLE"));
        return ExitCode.DONE;
    }
}
