/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.service;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.cli.session.StopSignal;
import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.config.ServiceConfigReader;
import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.service.ServiceChild;
import io.hbasesearch.service.ServiceProcess;
import java.io.IOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a service in the foreground until a signal, then drains it. SIGTERM ends it with 0, Ctrl-C with 130. */
abstract class ServiceCommand extends BaseCommand {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceCommand.class);

    ServiceCommand(Session session) {
        super(session);
    }

    /** Returns everything that the process does, not started yet. */
    abstract ServiceProcess process();

    /** Returns a supplier that reads the current definition files. */
    final Supplier<Definitions> definitionFiles(Configuration configuration) {
        IndexDefinitionReader reader = new IndexDefinitionReader(session().environment());
        return () -> reader.readAll(configuration.service().definitions());
    }

    @Override
    public Integer call() throws InterruptedException {
        StopSignal signal = session().stopSignal();
        new ServiceConfigReader(session().environment())
                .exposedSecrets(session().configFile())
                .ifPresent(LOG::warn);
        try (ServiceProcess process = process()) {
            signal.handle();
            tether(signal);
            process.start();
            LOG.info("started; {}/health and {}/metrics", process.address(), process.address());
            signal.await();
            LOG.info("received SIG{}: draining", signal.signal().orElse("TERM"));
        }
        LOG.info("stopped");
        return signal.isInterrupt() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    /** Stops this process when its launcher exits: the launcher holds the process's standard input. */
    private static void tether(StopSignal signal) {
        if (!Boolean.getBoolean(ServiceChild.TETHER_PROPERTY)) {
            return;
        }
        NamedThreads.daemon("tether", () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // Nothing is sent; only the end of the stream matters.
                        }
                    } catch (IOException e) {
                        // Equivalent to the end of the stream.
                    }
                    signal.raise("TERM");
                })
                .start();
    }
}
