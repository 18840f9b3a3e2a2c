/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import io.hbasesearch.cli.logging.Logging;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.cli.session.Versions;
import io.hbasesearch.core.error.ErrorCode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The hbase-search program. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Logging.configure(Arrays.asList(arguments), System.getenv());
        PrintStream out = utf8(FileDescriptor.out);
        PrintStream err = utf8(FileDescriptor.err);
        int exitCode = run(new Session(System.in, out, err, System.getenv()), arguments);
        out.flush();
        err.flush();
        // Not return: a client's non-daemon thread must not keep the process alive.
        System.exit(exitCode);
    }

    /** Runs one command. @return its exit code */
    public static int run(Session session, String... arguments) {
        session.program(Main::run);
        HBaseSearchCommand root = new HBaseSearchCommand();
        CommandLine commandLine = new CommandLine(root, new CommandFactory(session))
                .setCaseInsensitiveEnumValuesAllowed(true)
                // "table" is a command and a format.
                .setAllowSubcommandsAsOptionParameters(true)
                .setUsageHelpAutoWidth(true)
                .setUsageHelpLongOptionsMaxWidth(32)
                .setOut(new PrintWriter(session.console().stdout(), true))
                .setErr(new PrintWriter(session.console().err(), true));
        addHelp(commandLine);
        // A query may contain -word, which is not an option.
        for (String command : List.of("search", "count", "explain")) {
            commandLine.getSubcommands().get(command).setUnmatchedOptionsArePositionalParams(true);
        }
        commandLine
                .setExecutionStrategy(parsed -> execute(session, root, parsed))
                .setParameterExceptionHandler((exception, given) -> usageError(session, root, exception))
                .setExecutionExceptionHandler((exception, command, parsed) ->
                        FailureReporter.report(exception, session.console(), session.debug()));
        try {
            return commandLine.execute(arguments);
        } catch (LinkageError | OutOfMemoryError e) {
            // Picocli rethrows errors: a jar that lacks a class, or a heap that is too small, is a problem that users
            // can fix.
            return FailureReporter.report(e, session.console(), session.debug());
        }
    }

    private static void addHelp(CommandLine commandLine) {
        commandLine.getCommandSpec().mixinStandardHelpOptions(true).versionProvider(() ->
                new String[] {"hbase-search " + Versions.program()});
        commandLine.getSubcommands().values().forEach(Main::addHelp);
    }

    private static int execute(Session session, HBaseSearchCommand root, ParseResult parsed) {
        session.options(root.options());
        if (parsed.hasSubcommand()) {
            session.command(parsed.subcommand().commandSpec().name());
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static int usageError(Session session, HBaseSearchCommand root, ParameterException exception) {
        session.options(root.options());
        String command = exception.getCommandLine().getCommandSpec().qualifiedName();
        Optional<UnknownArgument> unknown = UnknownArgument.of(exception);
        String hint = unknown.flatMap(UnknownArgument::hint).orElse("Run '" + command + " --help' to see its options.");
        String message = unknown.map(UnknownArgument::message).orElse(exception.getMessage());
        return FailureReporter.report(Failure.of(ErrorCode.USAGE, message, hint), session.console());
    }

    /** Creates a UTF-8 stream: Chinese must be printed correctly whatever the locale is. */
    private static PrintStream utf8(FileDescriptor stream) {
        return new PrintStream(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
    }
}
