/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.quickstart.Cleaner;
import io.hbasesearch.cli.quickstart.IndexKind;
import io.hbasesearch.cli.quickstart.QuickstartPorts;
import io.hbasesearch.cli.quickstart.QuickstartRun;
import io.hbasesearch.cli.quickstart.QuickstartSettings;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Command(
        name = "quickstart",
        description = "Start HBase, Kafka and hbase-search on this machine with sample data, and run until Ctrl-C.",
        subcommands = QuickstartCommand.Clean.class)
public final class QuickstartCommand extends BaseCommand {
    private static final int LARGEST_FIRST_PORT = 65_531;

    @Option(
            names = "--index",
            paramLabel = "KIND",
            defaultValue = "lucene",
            description = "The index backend: lucene or elasticsearch (default: ${DEFAULT-VALUE}).")
    private IndexKind index = IndexKind.LUCENE;

    @Option(
            names = "--check",
            description = "Test the whole installation on free ports and in a temporary directory, then remove it.")
    private boolean check;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data directory (default: .quickstart next to the launcher).")
    private @Nullable Path data;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The page's port; the servers take the four after it (default: "
                    + QuickstartPorts.DEFAULT_PAGE + ").")
    private @Nullable Integer port;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    public QuickstartCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (port != null && (port < 1 || port > LARGEST_FIRST_PORT)) {
            throw new ParameterException(spec().commandLine(), "--port must be from 1 to " + LARGEST_FIRST_PORT);
        }
        return check ? check() : stay();
    }

    private int stay() throws Exception {
        QuickstartPorts ports = QuickstartPorts.from(port == null ? QuickstartPorts.DEFAULT_PAGE : port);
        return new QuickstartRun(session(), new QuickstartSettings(index, layout(data), ports, Session.home())).stay();
    }

    private int check() throws Exception {
        if (data != null && Files.exists(new QuickstartLayout(data).state())) {
            throw new ParameterException(
                    spec().commandLine(),
                    data
                            + " contains a quickstart's data, which --check would use and remove: omit --data, or choose an"
                            + " empty directory");
        }
        Path directory = data == null ? Files.createTempDirectory("hbase-search-check") : data;
        QuickstartPorts ports = port == null ? QuickstartPorts.free() : QuickstartPorts.from(port);
        return new QuickstartRun(
                        session(),
                        new QuickstartSettings(index, new QuickstartLayout(directory), ports, Session.home()))
                .check();
    }

    private static QuickstartLayout layout(@Nullable Path data) {
        return new QuickstartLayout(data == null ? Session.home().resolve(QuickstartLayout.DEFAULT_NAME) : data);
    }

    @Command(name = "clean", description = "Remove the quickstart's files, and nothing else.")
    static final class Clean extends BaseCommand {
        @Option(
                names = "--data",
                paramLabel = "DIR",
                description = "Data directory (default: .quickstart next to the launcher).")
        private @Nullable Path data;

        @Option(names = "--yes", description = "Do not ask.")
        private boolean yes;

        @Option(names = "--dry-run", description = "Show what would be removed, and do nothing.")
        private boolean dryRun;

        Clean(Session session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            QuickstartLayout layout = layout(data);
            QuickstartRun.requireStopped(layout);
            List<Path> present = Cleaner.list(layout);
            if (present.isEmpty()) {
                console().info("There is nothing to remove in " + layout.root() + ".");
                return ExitCode.DONE;
            }
            QuickstartRun.requireOurs(layout);
            console()
                    .result(Result.rows(
                            "paths",
                            List.of("path", "megabytes"),
                            present.stream()
                                    .map(path ->
                                            Result.row("path", path.toString(), "megabytes", Cleaner.size(path) >> 20))
                                    .toList()));
            List<Path> own = Cleaner.ofUser(layout);
            if (!own.isEmpty()) {
                console()
                        .warn("these are yours, and are removed too: "
                                + own.stream().map(Path::toString).collect(Collectors.joining(", ")));
            }
            if (dryRun) {
                console().hint("Nothing was removed: omit --dry-run to do it.");
                return ExitCode.DONE;
            }
            session().confirm("Remove these?", yes);
            Cleaner.remove(layout);
            console().info("Removed.");
            console()
                    .hint("Downloads stay in ~/.m2/repository and "
                            + Session.home().resolve(".servers") + ": they will be reused.");
            return ExitCode.DONE;
        }
    }
}
