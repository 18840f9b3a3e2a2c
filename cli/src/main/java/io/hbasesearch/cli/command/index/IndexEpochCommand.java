/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.epoch.EpochBump;
import io.hbasesearch.administration.epoch.EpochPlan;
import io.hbasesearch.administration.peer.PeerAdmin;
import io.hbasesearch.administration.peer.Route;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.Interval;
import io.hbasesearch.cli.command.Names;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.lifecycle.IndexEpochs;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "epoch",
        description =
                "Show the epoch of an index's table and whether each of its indexes still belongs to its topic; or start"
                        + " the next epoch, with a new topic, when they do not.")
final class IndexEpochCommand extends BaseCommand {
    @Parameters(paramLabel = "INDEX", description = "Name of an index; the command covers all indexes of its table.")
    private String name = "";

    @Option(
            names = "--bump",
            description = "Start the next epoch. An index without lost events keeps its documents; any other is"
                    + " deleted and recreated empty.")
    private boolean bump;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--dry-run", description = "With --bump: show what would be done, and change nothing.")
    private boolean dryRun;

    @Option(
            names = "--recreate",
            paramLabel = "INDEX",
            split = ",",
            description =
                    "With --bump: delete this index of the table and recreate it empty, without waiting until it has"
                            + " read its former topic. For an index that cannot continue reading.")
    private List<String> recreate = List.of();

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            description = "Replicas of the new topic (default: that of the former one, or 3).")
    private @Nullable Integer replicationFactor;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = Interval.class,
            description =
                    "Time limit for an index to read its former topic to the end, once before the topic is closed and"
                            + " once after; also the time limit of the check for events that it cannot read (default:"
                            + " ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofMinutes(1);

    IndexEpochCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        checkOptions();
        Configuration configuration = session().configuration();
        ServiceConfig config = configuration.service();
        try (IndexBackend backend = Backends.open(config.index(), Metrics.none());
                IndexLifecycle lifecycle = new IndexLifecycle(backend, config.kafka());
                IndexEpochs epochs = new IndexEpochs(backend, lifecycle, config.kafka());
                PeerAdmin peers = new PeerAdmin(config, console())) {
            IndexMetadata index = lifecycle.find(name).orElseThrow(() -> Names.notFound("index", name, backend));
            return bump
                    ? bump(
                            new EpochBump(configuration, epochs, peers, console(), recreated(epochs, index, backend)),
                            index)
                    : show(epochs, peers, index);
        }
    }

    private Set<String> recreated(IndexEpochs epochs, IndexMetadata index, IndexBackend backend) {
        List<String> known =
                epochs.of(index.table()).stream().map(IndexMetadata::index).toList();
        for (String each : recreate) {
            if (!known.contains(each)) {
                throw Names.notFound("index", each, backend);
            }
        }
        return Set.copyOf(recreate);
    }

    private void checkOptions() {
        if (!bump && (dryRun || yes || replicationFactor != null || !recreate.isEmpty())) {
            throw new ParameterException(
                    spec().commandLine(), "--dry-run, --yes, --recreate and --replication-factor are for --bump");
        }
    }

    private int show(IndexEpochs epochs, PeerAdmin peers, IndexMetadata index) {
        Map<String, Route> routes = peers.routes(index.table());
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        String remedy = null;
        for (IndexMetadata each : epochs.of(index.table())) {
            Problem problem = problem(epochs, routes, each);
            remedy = remedy == null && problem != null ? problem.remedy() : remedy;
            rows.add(Result.row(
                    "index", each.index(),
                    "epoch", each.epoch(),
                    "topic", each.topic(),
                    "problem", problem == null ? null : problem.message()));
        }
        console().result(Result.rows("indexes", List.of("index", "epoch", "topic", "problem"), rows));
        console().hint(remedy == null ? "All indexes belong to their topic." : remedy);
        return remedy == null ? ExitCode.DONE : ExitCode.INDEX_INCOMPATIBLE;
    }

    private record Problem(String message, String remedy) {}

    private @Nullable Problem problem(IndexEpochs epochs, Map<String, Route> routes, IndexMetadata index) {
        String bump = "Start the next epoch: hbase-search index epoch " + name + " --bump";
        IndexEpochs.Plan plan = epochs.plan(index);
        if (plan.loss().isPresent()) {
            return new Problem(plan.loss().get(), plan.remedy().orElse(bump));
        }
        return routes.values().stream()
                .filter(route -> route.epoch() != index.epoch() || route.partitions() != index.partitions())
                .map(route -> new Problem(
                        "edits are announced in topic " + route.topic() + " with " + route.partitions() + " partitions",
                        bump))
                .findFirst()
                .orElse(null);
    }

    private int bump(EpochBump epoch, IndexMetadata index) {
        EpochPlan plan = epoch.plan(index);
        if (dryRun) {
            console().result(Result.steps(plan.steps()));
            console().hint("Nothing was changed: omit --dry-run to do it.");
            return ExitCode.DONE;
        }
        plan.steps().forEach(step -> console().info(step));
        session().confirm("Start epoch " + plan.next().epoch() + " of table " + index.table() + "?", yes);
        OptionalInt copies = replicationFactor == null ? OptionalInt.empty() : OptionalInt.of(replicationFactor);
        console().result(result(epoch.apply(plan, copies, timeout)));
        console().hint(next(plan));
        return ExitCode.DONE;
    }

    private static Result result(List<EpochBump.Moved> moved) {
        return Result.rows(
                "indexes",
                List.of("index", "epoch", "topic", "made_anew", "complete"),
                moved.stream()
                        .map(each -> Result.row(
                                "index", each.index().index(),
                                "epoch", each.index().epoch(),
                                "topic", each.index().topic(),
                                "made_anew", each.recreated(),
                                "complete", each.index().complete()))
                        .toList());
    }

    private static String next(EpochPlan plan) {
        String restart = "Running indexers pick up the new epoch by themselves; for an embedded index, start serve.";
        return plan.madeAnew().isEmpty()
                ? restart
                : restart + " Then fill the recreated indexes: "
                        + plan.madeAnew().stream()
                                .map(index -> "hbase-search reindex " + index)
                                .collect(Collectors.joining("; "));
    }
}
