/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import io.hbasesearch.benchmarks.harness.Machine;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.harness.Server;
import io.hbasesearch.benchmarks.harness.Size;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.profile.Profiled;
import io.hbasesearch.benchmarks.report.Build;
import io.hbasesearch.benchmarks.report.Destination;
import io.hbasesearch.benchmarks.report.MarkdownReport;
import io.hbasesearch.benchmarks.report.Report;
import io.hbasesearch.benchmarks.report.TextReport;
import io.hbasesearch.benchmarks.scenario.Scenarios;
import io.hbasesearch.benchmarks.site.ReindexSite;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one scenario and reports what it found. */
@Command(
        name = "benchmarks/run",
        mixinStandardHelpOptions = true,
        description = {
            "Measures one scenario on servers of its own, prints a table and a line of JSON, and writes a report.",
            "Exit codes: 4 a goal is not met (a quick run does not check goals); 3 nothing could be measured."
        },
        exitCodeOnExecutionException = 3)
public final class Benchmarks implements Callable<Integer> {
    private static final String REPORTS = "--reports";
    /** Not 1, with which Java ends by itself if it cannot begin. */
    private static final int GOAL_MISSED = 4;

    private static final int OUTAGE_SECONDS_QUICK = 5;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SCENARIO", arity = "0..1", description = "A scenario, as --list shows it.")
    private String name = "";

    @Option(
            names = "--list",
            description = "Print the names of all scenarios; with --separate, of those that support it.")
    private boolean list;

    @Option(names = "--rows", description = "Number of rows in a table (default: the scenario's).")
    private @Nullable Integer rows;

    @Option(
            names = "--rounds",
            description = "Number of measured rounds; each runs every way once (default: " + Options.FEWEST_ROUNDS
                    + ", with --profile " + Options.LEAST_ROUNDS + ").")
    private @Nullable Integer rounds;

    // Rates still grow in the third run of a JVM.
    @Option(
            names = "--warm-ups",
            description = "Number of warm-up rounds, which are not measured (default: the scenario's).")
    private @Nullable Integer warmUps;

    @Option(names = "--seconds", description = "Duration of a load in seconds (default: the scenario's).")
    private @Nullable Integer seconds;

    @Option(
            names = "--document-bytes",
            defaultValue = "" + Options.STANDARD_DOCUMENT_BYTES,
            description = "Approximate bytes of text in a row (default: ${DEFAULT-VALUE}).")
    private int documentBytes;

    @Option(
            names = "--partitions",
            defaultValue = "" + Options.STANDARD_PARTITIONS,
            description = "Number of partitions of a topic (default: ${DEFAULT-VALUE}).")
    private int partitions;

    @Option(
            names = "--threads",
            description = "Number of concurrent scans, raw and of reindex (default: that of reindex).")
    private int threads = ReindexSite.standardThreads();

    @Option(
            names = "--separate",
            description = "Reserve a core for the servers that the scenario does not measure, and the other cores for"
                    + " everything else.")
    private boolean separate;

    @Option(
            names = "--share",
            defaultValue = "" + Options.STANDARD_SHARE,
            description = "Share of the previously measured capacity at which latencies are measured (default:"
                    + " ${DEFAULT-VALUE}).")
    private double share;

    @Option(
            names = "--outage",
            description = "Seconds for which Elasticsearch is unavailable (default: " + Options.STANDARD_OUTAGE_SECONDS
                    + ", quick " + OUTAGE_SECONDS_QUICK + ").")
    private @Nullable Integer outageSeconds;

    @Option(
            names = "--quick",
            description = "Run with a size that takes less than five minutes; its figures are not for publication.")
    private boolean quick;

    @Option(
            names = "--profile",
            description = "Record with JDK Flight Recorder, and write where the time is spent instead of a report.")
    private boolean profile;

    @Option(
            names = "--summary",
            description = "Print the table of all existing reports and rewrite their README.md and sizing.md, without"
                    + " measuring.")
    private boolean summary;

    @Option(
            names = REPORTS,
            description = "Directory for reports (default: benchmarks/reports if they are for publication, otherwise"
                    + " benchmarks/target/reports).")
    private @Nullable Path reports;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Benchmarks()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        if (list) {
            System.out.println(String.join("\n", names(scenario -> !separate || scenario.canSeparate())));
            return 0;
        }
        if (summary) {
            Destination destination = new Destination(repository(), reports);
            for (Path directory :
                    destination.all(options(new Size(1, 0), separate ? List.of(Server.values()) : List.of()))) {
                System.out.print(
                        TextReport.summary(directory.toString(), new MarkdownReport(directory).writeSummary()));
            }
            return 0;
        }
        Scenario scenario = scenario();
        Options options = options(scenario);
        Destination destination = new Destination(repository(), reports);
        Report report = measure(scenario, options, destination);
        System.out.print(TextReport.of(report));
        System.out.println("written to " + destination.of(report));
        System.out.println(report.json());
        return options.quick() || report.finding().allMet() ? 0 : GOAL_MISSED;
    }

    private static Path repository() {
        return Path.of(System.getProperty("hbasesearch.repository.root"));
    }

    private Report measure(Scenario scenario, Options options, Destination destination) throws Exception {
        Machine machine = Machine.here();
        Instant began = Instant.now();
        try (Run run = Run.start(options)) {
            Profiled measured = options.profile()
                    ? Profiled.measure(scenario, run, repository().resolve("benchmarks/target/profiles"))
                    : new Profiled(scenario.measurement().measure(run), Map.of());
            String command = command(
                    System.getenv().getOrDefault("HBASE_SEARCH_OPTS", ""),
                    spec.commandLine().getParseResult().originalArgs());
            Report report = new Report(
                    Report.Origin.of(scenario, command, new Span(began, Instant.now()), options),
                    measured.finding(),
                    options,
                    machine,
                    run.others(),
                    Build.ofThis());
            new MarkdownReport(destination.of(report)).write(report);
            if (options.profile()) {
                Path page = new MarkdownReport(destination.ofProfile(report)).writeProfile(report, measured.jvms());
                run.tell("the profile is " + page);
            }
            return report;
        }
    }

    /**
     * As it was given, but for where reports and servers go: those are places on this machine.
     *
     * @param flags of this JVM beside those that it always has
     */
    static String command(String flags, List<String> arguments) {
        String told = Arrays.stream(flags.strip().split("\\s+"))
                .filter(flag -> !flag.isEmpty() && !flag.startsWith("-Djava.io.tmpdir="))
                .collect(Collectors.joining(" "));
        StringBuilder command = new StringBuilder(
                told.isEmpty() ? "benchmarks/run" : "HBASE_SEARCH_OPTS='" + told + "' benchmarks/run");
        boolean place = false;
        for (String argument : arguments) {
            if (!place && !argument.startsWith(REPORTS)) {
                command.append(' ').append(argument);
            }
            place = argument.equals(REPORTS);
        }
        return command.toString();
    }

    private Scenario scenario() {
        return Scenarios.ALL.stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "there is no scenario '" + name + "'. There are: "
                                + String.join(", ", names(scenario -> true))));
    }

    private static List<String> names(Predicate<Scenario> wanted) {
        return Scenarios.ALL.stream().filter(wanted).map(Scenario::name).toList();
    }

    private List<Server> alone(Scenario scenario) {
        if (separate && !scenario.canSeparate()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--separate is not for " + scenario.name() + ", where everything shares all cores. It is for: "
                            + String.join(", ", names(Scenario::canSeparate)));
        }
        return separate ? scenario.alone() : List.of();
    }

    private Options options(Scenario scenario) {
        return options(quick ? scenario.quick() : scenario.full(), alone(scenario));
    }

    private Options options(Size size, List<Server> alone) {
        try {
            return new Options(
                    size.with(rows, warmUps, seconds),
                    rounds == null ? (profile ? Options.LEAST_ROUNDS : Options.FEWEST_ROUNDS) : rounds,
                    threads,
                    new Options.Shape(documentBytes, partitions),
                    alone,
                    new Options.Conditions(
                            share,
                            outageSeconds == null
                                    ? (quick ? OUTAGE_SECONDS_QUICK : Options.STANDARD_OUTAGE_SECONDS)
                                    : outageSeconds),
                    new Options.Mode(quick, profile));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
