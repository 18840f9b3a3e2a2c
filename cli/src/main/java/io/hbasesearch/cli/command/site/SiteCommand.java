/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.site;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.diagnosis.Findings;
import io.hbasesearch.administration.site.Processes;
import io.hbasesearch.administration.site.SiteInspector;
import io.hbasesearch.cli.command.Addresses;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.EnvironmentKey;
import io.hbasesearch.cli.command.Interval;
import io.hbasesearch.cli.command.Stoppable;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.error.ExitCode;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** A command that asks every part of the site and changes nothing. */
abstract class SiteCommand extends BaseCommand {
    @Option(
            names = "--service",
            paramLabel = "URL",
            description = "The address of the health and metrics of an hbase-search process; repeatable (default: the"
                    + " gateway's and the indexer's ports of the configuration). API key:"
                    + " HBASE_SEARCH_API_KEY.")
    private List<URI> services = new ArrayList<>();

    @Option(
            names = "--index",
            paramLabel = "INDEX",
            description = "Only this index, its table and its peers; repeatable (default: all).")
    private Set<String> indexes = new TreeSet<>();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Interval.class,
            description = "The time limit for all checks; parts that could not be checked in time are named"
                    + " (default: 60s).")
    private Duration timeout = Duration.ofMinutes(1);

    @Option(names = "--json", description = "Same as -o json.")
    private boolean json;

    SiteCommand(Session session) {
        super(session);
    }

    /** @throws InterruptedException if the thread is interrupted while it waits */
    abstract Findings ask(SiteInspector gathering) throws InterruptedException;

    abstract String rowsName();

    /** Returns the hint when nothing is wrong. */
    abstract String next();

    @Override
    public final Integer call() throws Exception {
        if (json) {
            session().format(OutputFormat.JSON);
        }
        Configuration configuration = session().configuration();
        Findings findings = Stoppable.call(session(), "nothing was changed", "Run the same command again.", () -> {
            try (SiteInspector gathering = new SiteInspector(
                    configuration,
                    indexes,
                    processes(
                            services,
                            configuration.service(),
                            EnvironmentKey.of(session().environment())),
                    Clock.systemUTC(),
                    timeout)) {
                return ask(gathering);
            }
        });
        FindingsOutput output = new FindingsOutput(findings);
        if (console().format() == OutputFormat.TABLE) {
            console().print(output.text());
        } else {
            console().result(output.result(rowsName()));
        }
        output.failure().ifPresent(failure -> {
            throw failure;
        });
        console().hint(next());
        return ExitCode.DONE;
    }

    /** Returns the processes to ask. A key of the configuration is sent only to addresses of the configuration. */
    static Processes processes(List<URI> named, ServiceConfig config, Optional<String> key) {
        if (!named.isEmpty()) {
            return new Processes(named, true, key);
        }
        return new Processes(
                addresses(config), false, key.or(() -> config.gateway().plainKey(ApiKey::opensAll, Instant.now())));
    }

    /**
     * Returns the known addresses. With an embedded index one process does everything; ports chosen at the start are unknown.
     */
    private static List<URI> addresses(ServiceConfig config) {
        List<URI> known = new ArrayList<>();
        add(known, config.gateway().host(), config.gateway().port());
        if (config.index().backend() != BackendConfig.Kind.LUCENE) {
            add(known, config.operations().host(), config.operations().port());
        }
        return known;
    }

    private static void add(List<URI> known, String host, int port) {
        if (port > 0) {
            known.add(Addresses.of(host, port));
        }
    }
}
