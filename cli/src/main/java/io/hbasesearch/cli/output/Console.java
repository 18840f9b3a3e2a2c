/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import io.hbasesearch.administration.Reporter;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Writes a command's output: results to stdout, everything else to stderr. Safe for use by several threads, because each
 * message is one print.
 */
public final class Console implements Reporter {
    private static final String BOLD = "\u001b[1m";
    private static final String RESET = "\u001b[0m";

    private final PrintStream out;
    private final PrintStream err;
    private final OutputFormat format;
    private final boolean quiet;
    private final Terminal terminal;
    private final CommandHints commands;
    private final boolean isStep;

    public Console(PrintStream out, PrintStream err, OutputFormat format, boolean quiet, Terminal terminal) {
        this(out, err, format, quiet, terminal, CommandHints.plain(), false);
    }

    private Console(
            PrintStream out,
            PrintStream err,
            OutputFormat format,
            boolean quiet,
            Terminal terminal,
            CommandHints commands,
            boolean isStep) {
        this.out = Objects.requireNonNull(out, "out");
        this.err = Objects.requireNonNull(err, "err");
        this.format = Objects.requireNonNull(format, "format");
        this.quiet = quiet;
        this.terminal = Objects.requireNonNull(terminal, "terminal");
        this.commands = Objects.requireNonNull(commands, "commands");
        this.isStep = isStep;
    }

    /** Returns this console with messages whose commands are completed. */
    public Console with(CommandHints hints) {
        return new Console(out, err, format, quiet, terminal, hints, isStep);
    }

    /** Returns a console for a command that is a step of another one: without result and without a next step. */
    public Console ofStep() {
        PrintStream none = new PrintStream(OutputStream.nullOutputStream());
        return new Console(none, err, format, quiet, terminal, commands, true);
    }

    /** Returns whether the command is a step of another one, which names the next step. */
    public boolean isStep() {
        return isStep;
    }

    /** Writes the result of the command. */
    public void result(Result result) {
        new ResultWriter(out, format, terminal.stdout() ? terminal.width() : 0).write(result);
    }

    /** Writes a line of output that has no format, such as a completion script. */
    public void print(String text) {
        out.println(text);
        out.flush();
    }

    /** Writes a status message; silent with {@code --quiet} and with JSON output. */
    @Override
    public void info(String message) {
        if (!quiet && !format.isJson()) {
            err.println(commands.complete(message));
        }
    }

    /** Writes a warning, even with {@code --quiet}; the command may still succeed. */
    @Override
    public void warn(String message) {
        String complete = commands.complete(message);
        err.println(format.isJson() ? line("warning", complete) : "Warning: " + complete);
    }

    /** Writes a question, whose answer the caller then reads. */
    public void ask(String question) {
        if (format.isJson()) {
            err.println(line("question", question));
        } else {
            err.print(question);
        }
        err.flush();
    }

    private static String line(String type, String text) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", type);
        line.put(type, text);
        return Json.line(line);
    }

    /** Suggests the next step, in one line for each outcome; silent with {@code --quiet} and with JSON output. */
    public void hint(String nextStep) {
        if (!isStep) {
            info("Hint: " + nextStep);
        }
    }

    /** Returns a text with every command complete, as messages have it. */
    public String complete(String text) {
        return commands.complete(text);
    }

    /** Writes text verbatim to stderr. */
    public void error(String text) {
        err.println(text);
    }

    /** Returns {@code text} in bold on a terminal that shows colours. */
    public String emphasized(String text) {
        return terminal.colours() ? BOLD + text + RESET : text;
    }

    public PrintStream stdout() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    public OutputFormat format() {
        return format;
    }

    public boolean quiet() {
        return quiet;
    }

    public Terminal terminal() {
        return terminal;
    }
}
