/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.session;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.output.CommandHints;
import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.output.Terminal;
import io.hbasesearch.cli.quickstart.directory.RunningQuickstart;
import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The environment of one run of the program: streams, environment variables, and the global options once they are parsed. For
 * the main thread.
 */
public final class Session {
    /** Runs a command of this program, in a session of its own. */
    public interface Program {
        /** @return the command's exit code */
        int run(Session session, String... arguments);
    }

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Path DEFAULT_CONFIG = Path.of("config", "hbase-search.yaml");
    // Commands that the quickstart suggests to try in another terminal.
    private static final Set<String> READING =
            Set.of("search", "count", "get", "suggest", "explain", "mcp", "verify", "status", "doctor");

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;
    private final StopSignal stopSignal = new StopSignal();
    private GlobalOptions options = new GlobalOptions();
    // Empty before the arguments are parsed.
    private String command = "";
    private boolean quickstartNamed;
    private @Nullable Program program;
    private boolean isStep;
    // One for all answers, because it reads ahead. Not closed: stdin is not ours.
    private final BufferedReader lines;

    public Session(InputStream in, PrintStream out, PrintStream err, Map<String, String> environment) {
        this.in = Objects.requireNonNull(in, "in");
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = Objects.requireNonNull(out, "out");
        this.err = Objects.requireNonNull(err, "err");
        this.environment = Map.copyOf(environment);
    }

    public void options(GlobalOptions parsed) {
        this.options = parsed;
    }

    /** @param name of the command that runs, without its verb */
    public void command(String name) {
        this.command = name;
    }

    /** @param main runs further commands, for commands that use others */
    public void program(Program main) {
        this.program = main;
    }

    public Program program() {
        return Objects.requireNonNull(program, "program");
    }

    public Console console() {
        Console console = new Console(
                        out, err, options.output, options.quiet, Terminal.detect(environment, options.noColor))
                .with(new CommandHints(
                        System.getProperty("hbasesearch.program", "hbase-search"),
                        Optional.ofNullable(options.config).map(Path::toString)));
        return isStep ? console.ofStep() : console;
    }

    /** Runs another command of this program in this session as a step of the one that runs: only its messages are shown. */
    public int step(Callable<Integer> step) throws Exception {
        isStep = true;
        try {
            return step.call();
        } finally {
            isStep = false;
        }
    }

    /** Returns stdin, which the session does not close. */
    public InputStream in() {
        return in;
    }

    public OutputFormat format() {
        return options.output;
    }

    /** Sets the format, for a command that has a shorter option for one of the formats. */
    public void format(OutputFormat format) {
        options.output = format;
    }

    public boolean debug() {
        return options.debug;
    }

    public Map<String, String> environment() {
        return environment;
    }

    public StopSignal stopSignal() {
        return stopSignal;
    }

    /** Returns the launcher's directory; the working directory if the program was started without it. */
    public static Path home() {
        return Path.of(System.getProperty("hbasesearch.home", ""))
                .toAbsolutePath()
                .normalize();
    }

    /**
     * Returns the configuration file: from {@code --config}, else the default below the working directory, else that of a
     * running quickstart, else the default below {@link #home()}.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if there is none
     */
    public Path configFile() {
        if (options.config != null) {
            return existing(options.config);
        }
        Path here = DEFAULT_CONFIG.toAbsolutePath();
        Path standard = home().resolve(DEFAULT_CONFIG);
        if (Files.exists(here) && !here.equals(standard)) {
            return here;
        }
        Optional<Path> quickstart = RunningQuickstart.configFile(home());
        quickstart.ifPresent(this::nameQuickstart);
        return quickstart.orElseGet(() -> existing(standard));
    }

    /** Prints a notice, so that a user who changes something knows that it is the quickstart's. */
    private void nameQuickstart(Path file) {
        if (!READING.contains(command) && !quickstartNamed) {
            quickstartNamed = true;
            console().info("Using the running quickstart's configuration " + file + "; --config FILE names another.");
        }
    }

    private static Path existing(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "no configuration file " + file.toAbsolutePath(),
                    "Name one with --config FILE; config/hbase-search.yaml of the repository shows every setting.",
                    null);
        }
        return file.toAbsolutePath();
    }

    /** Returns the service's settings. Reads all files at each call. */
    public ServiceConfig config() {
        return configuration().service();
    }

    public List<IndexDefinition> definitions() {
        return configuration().definitions();
    }

    public Configuration configuration() {
        return Configuration.read(configFile(), environment);
    }

    /**
     * Asks for confirmation before something is destroyed: on a terminal the user, otherwise {@code --yes} is required.
     *
     * @throws HBaseSearchException USAGE if there is no terminal
     * @throws CommandFailure if the user did not say yes
     */
    public void confirm(String question, boolean yes) {
        if (yes) {
            return;
        }
        if (!console().terminal().stdin()) {
            throw new HBaseSearchException(
                    ErrorCode.USAGE,
                    "this command deletes data and needs a confirmation, but stdin is not a terminal",
                    "Add --yes to run it without a confirmation.",
                    null);
        }
        if (!answer(question + " [y/N] ").matches("y|yes")) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "NOT_CONFIRMED",
                    "nothing was done, because the answer was not yes",
                    "Run the command again with --yes to confirm, or with --dry-run to see what it would do.");
        }
    }

    /**
     * Asks the user, and returns the answer in lower case. Reads it on a separate thread: otherwise a command that handles signals would
     * not notice them while it waits for input.
     */
    public String answer(String question) {
        console().ask(question);
        CompletableFuture<String> answer = new CompletableFuture<>();
        NamedThreads.daemon("hbase-search-answer", () -> answer.complete(readLine()))
                .start();
        try {
            while (!answer.isDone()) {
                if (stopSignal.await(LOOK)) {
                    throw unanswered();
                }
            }
        } catch (InterruptedException e) {
            if (stopSignal.isReceived()) {
                throw unanswered();
            }
            Thread.currentThread().interrupt();
            return "";
        }
        return answer.join().strip().toLowerCase(Locale.ROOT);
    }

    private static CommandFailure unanswered() {
        return new CommandFailure(
                ExitCode.INTERRUPTED,
                "INTERRUPTED",
                "interrupted: nothing was done",
                "Run the command again; with --yes it does not ask.");
    }

    /** Reads a line; empty at the end of the input. */
    private String readLine() {
        try {
            String line = lines.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            return "";
        }
    }
}
