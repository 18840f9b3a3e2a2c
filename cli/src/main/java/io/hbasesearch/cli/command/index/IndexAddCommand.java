/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.peer.PeerAdmin;
import io.hbasesearch.administration.peer.PeerRequest;
import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.GivenOptions;
import io.hbasesearch.cli.command.Stoppable;
import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the commands that make an index of a table, in their order, and leaves out those that were done before. */
@Command(
        name = "add",
        description = {
            "Make a table searchable: sample it, propose a definition, have its edits announced, create the index, fill it,"
                    + " compare it with the table, and print queries that find something. An indexer must be running, or serve.",
            "If it is stopped, the same command goes on with the first step that is not done."
        },
        footer = {
            "",
            "Each step is a command of its own: --dry-run prints them.",
            "On a terminal it shows the definition and asks; e opens it in $VISUAL or $EDITOR."
        })
final class IndexAddCommand extends BaseCommand {
    @Mixin
    private final SampleOptions sample = new SampleOptions();

    @Option(
            names = "--peer-id",
            paramLabel = "ID",
            defaultValue = PeerRequest.DEFAULT_ID,
            description = "The peer's id (default: ${DEFAULT-VALUE}).")
    private String peerId = PeerRequest.DEFAULT_ID;

    @Option(names = "--yes", description = "Use the proposed definition without asking.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Show the steps, which of them are done, and what the others would do.")
    private boolean dryRun;

    IndexAddCommand(Session session) {
        super(session);
    }

    /**
     * Holds one step of the command.
     *
     * @param does what it changes, or changed, in words
     * @param isDone whether nothing is left to do
     * @param command the same step as a command of its own, without the program's name
     */
    private record Step(String name, String does, boolean isDone, List<String> command) {
        Map<String, @Nullable Object> row(int number, Console console) {
            return Result.row(
                    "step", number,
                    "name", name,
                    "state", isDone ? "already done" : "to do",
                    "does", does,
                    "command", console.complete("hbase-search " + joined()));
        }

        private String joined() {
            return command.stream().map(GivenOptions::quoted).collect(Collectors.joining(" "));
        }
    }

    @Override
    public Integer call() throws Exception {
        TableId asked = sample.table();
        Configuration configuration = session().configuration();
        String index = indexName(configuration, asked);
        sample.check(index);
        FirstDefinition first = FirstDefinition.of(configuration, asked, index);
        requireSameTable(configuration, first);
        List<Step> steps = steps(configuration, first);
        if (dryRun) {
            return plan(steps);
        }
        if (!steps.get(0).isDone()) {
            new DefinitionReview(session(), first).requireAnswer(yes);
        }
        int code = ExitCode.DONE;
        for (int i = 0; i < steps.size(); i++) {
            code = Math.max(code, run(first, steps, i));
        }
        end(index, asked);
        return code;
    }

    private String indexName(Configuration configuration, TableId asked) {
        List<String> known = configuration.definitions().stream()
                .filter(definition -> definition.table().equals(asked))
                .map(IndexDefinition::name)
                .toList();
        String name = sample.name();
        if (name == null && known.size() > 1) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "USAGE",
                    "table " + asked + " has several definitions: " + String.join(", ", known),
                    "Choose one with --name INDEX; a new name makes one more.");
        }
        return name != null ? name : known.isEmpty() ? FirstDefinition.nameOf(asked) : known.get(0);
    }

    private static void requireSameTable(Configuration configuration, FirstDefinition first) {
        known(configuration, first.index())
                .filter(definition -> !definition.table().equals(first.table()))
                .ifPresent(other -> {
                    throw new CommandFailure(
                            ExitCode.FAILED,
                            "ALREADY_EXISTS",
                            "index " + first.index() + " is defined for table " + other.table(),
                            "Give the new index another name with --name INDEX.");
                });
    }

    private static Optional<IndexDefinition> known(Configuration configuration, String index) {
        return configuration.definitions().stream()
                .filter(definition -> definition.name().equals(index))
                .findFirst();
    }

    /** Looks up what is done. Changes nothing. */
    private List<Step> steps(Configuration configuration, FirstDefinition first) {
        String index = first.index();
        String tableName = TableAdmin.name(first.table());
        try (IndexBackend backend = Backends.open(configuration.service().index(), Metrics.none());
                PeerAdmin peers = new PeerAdmin(configuration.service(), console())) {
            PeerRequest request = peers.possible(
                    peerId, first.table(), configuration.service().kafka().bootstrapServers());
            List<String> announcing = peers.plan(request).steps();
            Optional<IndexMetadata> created = backend.admin().find(index);
            List<String> init = new ArrayList<>(List.of("index", "init", tableName));
            if (!index.equals(FirstDefinition.nameOf(first.table()))) {
                init.addAll(List.of("--name", index));
            }
            boolean isDefined = known(configuration, index).isPresent();
            return List.of(
                    new Step(
                            "definition",
                            isDefined
                                    ? "Index " + index + " is defined in " + first.file() + "."
                                    : "Sample " + tableName + ", and write " + first.file() + " once you agree.",
                            isDefined,
                            init),
                    new Step(
                            "peer",
                            announcing.isEmpty()
                                    ? "The edits of " + tableName + " are announced by peer " + peerId + "."
                                    : String.join(" ", announcing),
                            announcing.isEmpty(),
                            announce(request)),
                    new Step(
                            "index",
                            "Create index " + index + ", empty.",
                            created.isPresent(),
                            List.of("index", "create", index)),
                    new Step(
                            "reindex",
                            "Read the rows that are in " + tableName + ", and write them to the index.",
                            // Edits that were not announced are in no index.
                            announcing.isEmpty()
                                    && created.filter(IndexMetadata::complete).isPresent(),
                            List.of("reindex", index)),
                    new Step(
                            "verify",
                            "Compare table and index, in both directions; changes nothing.",
                            false,
                            List.of("verify", index)));
        }
    }

    private static List<String> announce(PeerRequest request) {
        String command = request.command(true, request.newTopics().replicationFactor());
        return List.of(command.substring("hbase-search ".length()).split(" "));
    }

    private int plan(List<Step> steps) {
        List<Map<String, @Nullable Object>> plan = new ArrayList<>();
        for (Step step : steps) {
            plan.add(step.row(plan.size() + 1, console()));
        }
        console().result(Result.rows("steps", List.of("step", "name", "state", "does"), plan));
        console().info("Each step as a command of its own:");
        steps.forEach(step -> console().info("  hbase-search " + step.joined()));
        console().hint("Nothing was changed: omit --dry-run to do it.");
        return ExitCode.DONE;
    }

    /** @return {@link ExitCode#DONE}, or {@link ExitCode#SOME_ROWS_FAILED} if the others can be searched */
    private int run(FirstDefinition first, List<Step> steps, int place) throws Exception {
        Step step = steps.get(place);
        String title = (place + 1) + " of " + steps.size() + ", " + step.name();
        if (place == 3 && !steps.get(2).isDone() && isComplete(first.index())) {
            step = new Step(step.name(), step.does(), true, step.command());
        }
        console().info(title + ": " + (step.isDone() ? "already done." : step.does()));
        if (step.isDone()) {
            return ExitCode.DONE;
        }
        try {
            List<String> words = step.command();
            Callable<Integer> work =
                    place == 0 ? () -> define(first) : () -> session().step(command(words));
            // Those that take long handle a signal themselves.
            int code = place < 3 ? Stoppable.call(session(), "the step may be half done", "", work) : work.call();
            if (code != ExitCode.DONE) {
                throw new CommandFailure(code, "STEP_FAILED", "hbase-search " + step.joined() + " failed", "");
            }
            return code;
        } catch (CommandFailure e) {
            if (e.exitCode() == ExitCode.SOME_ROWS_FAILED) {
                console().warn(e.getMessage() + ". " + e.hint());
                return e.exitCode();
            }
            throw new CommandFailure(
                    e.exitCode(), e.name(), title + ": " + e.getMessage(), next(steps, place, e.hint()));
        } catch (HBaseSearchException e) {
            throw new HBaseSearchException(
                    e.code(),
                    title + ": " + e.getMessage(),
                    next(steps, place, e.hint().orElse("")),
                    e);
        }
    }

    /** Returns whether the index has all rows; a table without rows needs no reindex. */
    private boolean isComplete(String index) {
        try (IndexBackend backend = Backends.open(session().config().index(), Metrics.none())) {
            return backend.admin().find(index).filter(IndexMetadata::complete).isPresent();
        }
    }

    private int define(FirstDefinition first) throws Exception {
        String proposed = first.propose(console(), session().config().hbase(), sample.rows());
        IndexDefinition definition = new DefinitionReview(session(), first).accept(proposed, yes);
        console()
                .info("   " + definition.fields().size() + " fields; " + first.file()
                        + " is yours to edit. Its meaning: hbase-search config explain " + first.index());
        return ExitCode.DONE;
    }

    /** Finds a command of this program by its line, and parses its arguments. */
    private Callable<Integer> command(List<String> words) {
        List<String> line = new ArrayList<>(GivenOptions.ofProgram(spec().commandLine()));
        line.addAll(words);
        List<CommandLine> parsed = spec().root()
                .commandLine()
                .parseArgs(line.toArray(String[]::new))
                .asCommandLineList();
        BaseCommand command = parsed.get(parsed.size() - 1).getCommand();
        return command;
    }

    /** Returns the next step after a failure: what the step itself suggests, what is done, and the command that goes on. */
    private String next(List<Step> steps, int place, String hint) {
        String again = "hbase-search index add " + TableAdmin.name(sample.table())
                + GivenOptions.of(spec().commandLine(), Set.of());
        String own = hint.isEmpty() || hint.startsWith("Go on with:") ? "" : hint.replaceFirst("[.]$", "") + ". ";
        String done = steps.subList(0, place).stream().map(Step::name).collect(Collectors.joining(", "));
        return own + (done.isEmpty() ? "" : "Done: " + done + ". ") + "This goes on: " + again;
    }

    private void end(String index, TableId asked) {
        console().info("Table " + TableAdmin.name(asked) + " can be searched as index " + index + ".");
        List<FirstQueries.Query> queries = new FirstQueries(session(), index).find();
        console()
                .result(Result.rows(
                        "queries",
                        List.of("rows", "command"),
                        queries.stream()
                                .map(query -> Result.row(
                                        "index", index,
                                        "query", query.text(),
                                        "rows", query.rows(),
                                        "command",
                                                console()
                                                        .complete("hbase-search search " + index + " "
                                                                + GivenOptions.quoted(query.text()))))
                                .toList()));
        console()
                .hint(
                        queries.isEmpty()
                                ? "Put rows, and search them: hbase-search search " + index + " WORD"
                                : "Copy one of these commands, or open the search page: "
                                        + FirstQueries.page(session(), index));
    }
}
