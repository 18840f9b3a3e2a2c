/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.output.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command; its result is the exit code. One instance for each run, on the main thread. */
abstract class BaseCommand implements Callable<Integer> {
    private final Session session;

    @Spec
    private CommandSpec spec;

    BaseCommand(Session session) {
        this.session = session;
    }

    final CommandSpec spec() {
        return spec;
    }

    final Session session() {
        return session;
    }

    /** Available only after options are parsed: not in constructors. */
    final Console console() {
        return session.console();
    }
}
