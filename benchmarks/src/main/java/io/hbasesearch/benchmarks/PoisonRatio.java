/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import io.hbasesearch.cli.Configuration;
import io.hbasesearch.cli.process.Backends;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.indexer.Indexer;
import io.hbasesearch.servers.DataDirectories;
import io.hbasesearch.system.EventLog;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * How much slower an indexer is when some rows are poison: two tables of the same rows, but that every n-th row of one has a
 * number that is none. Both were written through HBase and announced by the endpoint; then, in turn and several times, an index
 * of each is created and an indexer fills it from the topic's beginning. Neighbours in time share the machine's moods, so the
 * ratio of a round counts, and the median of the rounds.
 */
@Command(
        name = "PoisonRatio",
        mixinStandardHelpOptions = true,
        description = "Rows per second with poison and without.")
public final class PoisonRatio implements Callable<Integer> {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int BATCH = 1_000;
    private static final int WORDS = 40;
    private static final byte[] NO_NUMBER = {1, 2, 3};

    @Spec
    private CommandSpec spec;

    @Option(names = "--rows", defaultValue = "300000", description = "Rows of each table (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--every",
            defaultValue = "100",
            description = "Every n-th row is poison (default: ${DEFAULT-VALUE}).")
    private int every;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Rounds of two runs of each (default: ${DEFAULT-VALUE}).")
    private int rounds;

    // Rows per second still grow in the third run of a JVM.
    @Option(
            names = "--warm-ups",
            defaultValue = "3",
            description = "Runs of each that are not counted (default: ${DEFAULT-VALUE}).")
    private int warmUps;

    @Option(
            names = "--require",
            defaultValue = "0.95",
            description = "Least ratio, else 1 (default: ${DEFAULT-VALUE}).")
    private double required;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new PoisonRatio()).execute(arguments));
    }

    /** Rows per second of one run, and how many rows went to the dead letters. */
    private record Measured(double rowsPerSecond, long letters) {}

    /** @param events in the table's topic: more than rows if some were announced twice */
    private record Prepared(Site site, long events) {}

    @Override
    public Integer call() throws Exception {
        if (rows < 1 || every < 1 || rounds < 1) {
            throw new ParameterException(spec.commandLine(), "--rows, --every and --rounds are at least 1");
        }
        Path directory = Files.createTempDirectory("hbase-search-poison-ratio");
        try (BenchmarkServers servers = BenchmarkServers.start()) {
            return run(servers, directory);
        } finally {
            DataDirectories.delete(directory);
        }
    }

    private int run(BenchmarkServers servers, Path directory) throws Exception {
        Prepared clean = prepare(servers, directory, "clean", Integer.MAX_VALUE);
        Prepared poison = prepare(servers, directory, "poison", every);
        System.out.println("warming up");
        for (int i = 0; i < warmUps; i++) {
            measure(clean);
            measure(poison);
        }
        System.out.println("round  clean rows/s  poison rows/s  letters  ratio");
        double[] ratios = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            ratios[i] = round(i, clean, poison);
        }
        return report(ratios);
    }

    /** Whichever comes later is faster by some per cent: clean, poison, poison, clean give neither an advantage. */
    private double round(int number, Prepared clean, Prepared poison) throws Exception {
        Measured clean1 = measure(clean);
        Measured poison1 = measure(poison);
        Measured poison2 = measure(poison);
        Measured clean2 = measure(clean);
        double without = mean(clean1, clean2);
        double with = mean(poison1, poison2);
        System.out.printf(
                "%5d  %12.0f  %13.0f  %7d  %.3f%n", number + 1, without, with, poison1.letters(), with / without);
        return with / without;
    }

    private static double mean(Measured first, Measured second) {
        return Math.sqrt(first.rowsPerSecond() * second.rowsPerSecond());
    }

    private int report(double[] ratios) {
        Arrays.sort(ratios);
        double median = (ratios[(ratios.length - 1) / 2] + ratios[ratios.length / 2]) / 2;
        System.out.printf(
                "ratio: median %.3f, least %.3f, greatest %.3f of %d rounds (%d rows each, one of %d poison)%n",
                median, ratios[0], ratios[ratios.length - 1], ratios.length, rows, every);
        return median >= required ? 0 : 1;
    }

    private Prepared prepare(BenchmarkServers servers, Path directory, String name, int poisonEvery) throws Exception {
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = new Site(servers.addresses(), directory.resolve(name), "default:" + name, name);
        site.addPeer(name, name, 1);
        write(table, poisonEvery);
        long deadline = System.nanoTime() + LIMIT.toNanos();
        EventLog log = site.events("default", name);
        while (log.newestVersions().size() < rows) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("not all rows of " + name + " were announced within " + LIMIT);
            }
            Thread.sleep(500);
            log = site.events("default", name);
        }
        return new Prepared(site, log.events().size());
    }

    private void write(TestTable table, int poisonEvery) throws IOException {
        Random random = new Random(1);
        try (Table open = table.open()) {
            List<Put> puts = new ArrayList<>(BATCH);
            for (int i = 1; i <= rows; i++) {
                byte[] count = i % poisonEvery == 0 ? NO_NUMBER : Bytes.toBytes((long) i);
                puts.add(new Put(Bytes.toBytes(String.format("row%09d", i)))
                        .addColumn(TestTable.FAMILY, TestTable.TEXT, text(random))
                        .addColumn(TestTable.FAMILY, TestTable.NOTE, Bytes.toBytes("note " + i % 100))
                        .addColumn(TestTable.FAMILY, TestTable.COUNT, count));
                if (puts.size() == BATCH || i == rows) {
                    open.put(puts);
                    puts.clear();
                }
            }
        }
    }

    private static byte[] text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < WORDS; i++) {
            text.append(Integer.toString(random.nextInt(50_000), Character.MAX_RADIX))
                    .append(' ');
        }
        return Bytes.toBytes(text.toString());
    }

    private Measured measure(Prepared prepared) throws InterruptedException {
        Site site = prepared.site();
        Configuration configuration = Configuration.read(site.config(), Map.of());
        site.run(0, "index", "create", site.index());
        AcknowledgedRows metrics = new AcknowledgedRows(prepared.events());
        double rowsPerSecond;
        try (HBaseConnections hbase =
                        new HBaseConnections(configuration.service().hbase());
                HBaseRowReader reader = new HBaseRowReader(hbase);
                IndexBackend backend = Backends.open(configuration.service().index(), Metrics.none());
                Indexer indexer =
                        new Indexer(configuration.service(), backend, reader, configuration.definitions(), metrics)) {
            indexer.start();
            rowsPerSecond = rows * 1e9 / metrics.await(LIMIT).toNanos();
        }
        site.run(0, "index", "delete", site.index(), "--with-dead-letters", "--yes");
        return new Measured(rowsPerSecond, metrics.letters());
    }
}
