/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.quickstart.directory.DataDirectoryLock;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Guard;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.cli.session.StopSignal;
import io.hbasesearch.core.config.Redaction;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the quickstart once, from announcement to clean-up: interactively or as a self-check. For the main thread, which a
 * signal or the deadline interrupts.
 */
public final class QuickstartRun {
    /** The jar of the replication endpoint, in the directory of this program's own jars. */
    private static final String ENDPOINT_JAR = "hbase-search-replication-sink-";

    // Progress starts the time limit of a step again. These limits end a run that hangs.
    private static final Duration START_DEADLINE = Duration.ofMinutes(60);
    private static final Duration CHECK_DEADLINE = Duration.ofMinutes(90);
    private static final Duration WATCH = Duration.ofSeconds(2);

    private final Session session;
    private final QuickstartSettings settings;
    private final Console console;
    private final StopSignal signal;

    public QuickstartRun(Session session, QuickstartSettings settings) {
        this.session = Objects.requireNonNull(session, "session");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.console = session.console();
        this.signal = session.stopSignal();
    }

    /** Starts everything, shows that it works, and runs until a signal. @return the exit code */
    public int stay() throws Exception {
        prepare();
        Quickstart quickstart = new Quickstart(settings, endpoint(), console);
        boolean ready = false;
        try (Guard guard = new Guard(signal, START_DEADLINE)) {
            start(quickstart, guard);
            ready = true;
        } catch (Exception e) {
            return failed(quickstart, e, settings.layout().diagnostics());
        }
        try (Guard guard = new Guard(signal)) {
            watch(quickstart);
        } catch (InterruptedException e) {
            console.info("Stopping...");
        } catch (Exception e) {
            return failed(quickstart, e, settings.layout().diagnostics());
        }
        quickstart.close();
        console.info("Stopped. The data stays in " + settings.layout().root() + ".");
        QuickstartCommands commands = new QuickstartCommands(settings);
        console.hint("Start again: " + commands.start() + ". Remove it: " + commands.clean());
        return ready && !signal.isInterrupt() ? ExitCode.DONE : ExitCode.INTERRUPTED;
    }

    private void start(Quickstart quickstart, Guard guard) throws Exception {
        try {
            quickstart.start();
            long loaded = quickstart.load();
            if (loaded == 0) {
                quickstart.awaitSettled();
                console.info("Found the rows of an earlier start; nothing was loaded again.");
            } else {
                quickstart.awaitIndexed();
            }
            show(quickstart);
        } catch (Exception e) {
            throw guard.isExpired() ? timedOut(START_DEADLINE, e) : e;
        }
    }

    /** Demonstrates the promise on one row to the user. */
    private void show(Quickstart quickstart) throws Exception {
        CheckReport report = new CheckReport(console, signal::isReceived);
        console.info("A row on its way:");
        new SelfCheck(quickstart, report, session).runShort();
        if (report.failed() > 0) {
            throw new HBaseSearchException(
                    ErrorCode.INTERNAL,
                    report.failed() + " of the checks above failed: the index does not match the table");
        }
        Examples.print(settings, console);
    }

    private void watch(Quickstart quickstart) throws InterruptedException {
        while (true) {
            quickstart.requireAlive();
            Thread.sleep(WATCH.toMillis());
        }
    }

    /** Runs all checks and removes everything. @return the exit code */
    public int check() throws Exception {
        prepare();
        Path diagnostics = Path.of(System.getProperty("java.io.tmpdir"));
        Quickstart quickstart = new Quickstart(settings, endpoint(), console);
        CheckReport report = new CheckReport(console, signal::isReceived);
        try (Guard guard = new Guard(signal, CHECK_DEADLINE)) {
            try {
                runChecks(quickstart, report);
            } catch (Exception e) {
                throw guard.isExpired() ? timedOut(CHECK_DEADLINE, e) : e;
            }
        } catch (Exception e) {
            try {
                return failed(quickstart, e, diagnostics);
            } finally {
                removeData();
            }
        }
        if (report.failed() > 0) {
            bundle(diagnostics, report.failed() + " checks failed: " + report.result());
        }
        quickstart.close();
        removeData();
        return summarize(report);
    }

    private void runChecks(Quickstart quickstart, CheckReport report) throws Exception {
        quickstart.start();
        long began = System.nanoTime();
        long rows = quickstart.load();
        quickstart.awaitIndexed();
        double seconds = (System.nanoTime() - began) / 1e9;
        report.measured("index", settings.index().toString());
        report.measured("rows_indexed", rows);
        report.measured("seconds", Math.round(seconds * 10) / 10.0);
        report.measured("rows_per_second", Math.round(rows / seconds));
        console.info("Checks:");
        new SelfCheck(quickstart, report, session).run();
    }

    private int summarize(CheckReport report) {
        if (console.format().isJson()) {
            console.result(report.result());
        } else {
            console.print(String.format(
                    Locale.ROOT,
                    "%s: rows indexed %s in %s s (%s rows/s); put to searchable p50 %s ms, p99 %s ms; %d checks passed, %d failed",
                    settings.index(),
                    report.measured("rows_indexed"),
                    report.measured("seconds"),
                    report.measured("rows_per_second"),
                    report.measured("put_to_searchable_p50_ms"),
                    report.measured("put_to_searchable_p99_ms"),
                    report.passed(),
                    report.failed()));
        }
        if (report.failed() > 0) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "CHECK_FAILED",
                    report.failed() + " checks failed",
                    "The bundle named above contains the logs.");
        }
        console.hint("Search the same rows yourself: ./hbase-search quickstart --index " + settings.index());
        return ExitCode.DONE;
    }

    /**
     * @throws HBaseSearchException CONFIGURATION_INVALID for a directory with files of other origin, of which nothing is
     *     removed
     */
    public static void requireOurs(QuickstartLayout layout) {
        List<Path> foreign = layout.foreign();
        if (!foreign.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    foreign + " do not belong to a quickstart",
                    "Give the --data directory of a quickstart, or remove the files yourself.",
                    null);
        }
    }

    /** @throws HBaseSearchException ALREADY_EXISTS, with the instance that runs on the data directory */
    public static void requireStopped(QuickstartLayout layout) {
        DataDirectoryLock.running(layout).ifPresent(owner -> {
            throw DataDirectoryLock.alreadyRunning(layout, owner);
        });
    }

    private void prepare() {
        signal.handle();
        requireStopped(settings.layout());
        announce();
        Preflight.of(settings).require();
    }

    /** Prints what is about to happen. */
    private void announce() {
        console.info("hbase-search quickstart: for trying out, not for production.");
        console.info("  index   " + settings.index());
        console.info("  data    " + settings.layout().root());
        console.info("  memory  up to " + settings.memoryMegabytes() + " MB");
        console.info("  ports   on 127.0.0.1 only: "
                + settings.ports().of(settings.index()).entrySet().stream()
                        .map(port -> port.getValue() + " " + port.getKey())
                        .collect(Collectors.joining(", ")));
    }

    /** Stops everything, writes a bundle, and either rethrows the cause or returns as interrupted. */
    private int failed(Quickstart quickstart, Exception cause, Path diagnostics) throws Exception {
        if (signal.isReceived()) {
            console.info("Stopping...");
            closeQuietly(quickstart, cause);
            console.hint("Run the same command again: it continues where it stopped.");
            return ExitCode.INTERRUPTED;
        }
        closeQuietly(quickstart, cause);
        bundle(diagnostics, trace(cause));
        throw cause;
    }

    private static void closeQuietly(Quickstart quickstart, Exception cause) {
        try {
            quickstart.close();
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    private void bundle(Path directory, String failure) {
        try {
            Path file = DiagnosticBundle.write(settings.layout(), directory, Redaction.redact(failure));
            console.error("Logs and configuration, without secrets, are in " + file);
        } catch (IOException e) {
            console.warn("no diagnostic bundle could be written: " + e);
        }
    }

    private static HBaseSearchException timedOut(Duration deadline, Exception cause) {
        return new HBaseSearchException(
                ErrorCode.TIMED_OUT,
                "the quickstart did not finish within " + deadline.toMinutes() + " minutes",
                null,
                cause);
    }

    private static String trace(Exception cause) {
        StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private void removeData() throws IOException {
        Cleaner.remove(settings.layout());
    }

    private static Path endpoint() {
        Path own = Path.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)[0])
                .toAbsolutePath();
        try (Stream<Path> files = Files.list(own.getParent())) {
            return files.filter(file -> file.getFileName().toString().startsWith(ENDPOINT_JAR))
                    .findFirst()
                    .orElseThrow(() -> noEndpoint(own));
        } catch (IOException e) {
            throw noEndpoint(own);
        }
    }

    private static HBaseSearchException noEndpoint(Path own) {
        return new HBaseSearchException(
                ErrorCode.CONFIGURATION_INVALID,
                "the replication endpoint's jar is not in " + own.getParent(),
                "Start the quickstart with ./hbase-search, which builds and places it.",
                null);
    }
}
