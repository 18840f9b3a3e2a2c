/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.box;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.session.StopSignal;
import io.hbasesearch.service.IndexerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/**
 * {@code hbase-search indexer} on a machine whose clock is wrong. Drains and ends with 0 at SIGTERM, or when its standard input
 * ends.
 */
public final class ShiftedClockIndexer {
    private ShiftedClockIndexer() {}

    /** @param arguments the configuration file, and by how much the clock is ahead, as {@link Duration} writes it */
    public static void main(String[] arguments) throws Exception {
        StopSignal stop = new StopSignal();
        stop.handle();
        Configuration configuration = Configuration.read(Path.of(arguments[0]), Map.of());
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.parse(arguments[1]));
        try (IndexerProcess process = new IndexerProcess(configuration.service(), configuration.definitions(), clock)) {
            process.start();
            tether(stop);
            System.out.println("started; " + process.address() + "/health");
            stop.await();
        }
        System.exit(0);
    }

    private static void tether(StopSignal stop) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // Nothing is sent; only the end counts.
                        }
                    } catch (IOException e) {
                        // As good as the end.
                    }
                    stop.raise("TERM");
                },
                "tether");
        thread.setDaemon(true);
        thread.start();
    }
}
