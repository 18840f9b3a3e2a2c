/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.session.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command; its result is the exit code. One instance for each run, on the main thread. */
public abstract class BaseCommand implements Callable<Integer> {
    private final Session session;

    @Spec
    private CommandSpec spec;

    public BaseCommand(Session session) {
        this.session = session;
    }

    public final CommandSpec spec() {
        return spec;
    }

    public final Session session() {
        return session;
    }

    /** Available only after options are parsed: not in constructors. */
    public final Console console() {
        return session.console();
    }
}
