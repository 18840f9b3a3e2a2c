/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import io.hbasesearch.benchmarks.RawBulk.Shape;
import io.hbasesearch.servers.DataDirectories;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * How near {@code reindex} into Elasticsearch comes to what the machine can do: to a scan that does nothing with its rows, or to bulk
 * requests that come from nowhere, whichever is slower. A round has one of each, in an order that changes from round to round, as
 * neighbours in time share the machine's moods.
 */
@Command(
        name = "ReindexRatio",
        mixinStandardHelpOptions = true,
        description = "Rows per second of reindex as a ratio to the slower of a raw scan and a raw bulk load.")
public final class ReindexRatio implements Callable<Integer> {
    private static final int[] BATCHES = {500, 1_000, 2_000, 5_000};
    private static final int[] CONCURRENCIES = {1, 2, 4, 8};
    private static final int ACTIONS = 3;

    @Spec
    private CommandSpec spec;

    @Option(names = "--rows", defaultValue = "300000", description = "Rows of the table (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Rounds of one scan, one bulk load and one reindex (default: ${DEFAULT-VALUE}).")
    private int rounds;

    // Rows per second still grow in the third run of a JVM.
    @Option(
            names = "--warm-ups",
            defaultValue = "2",
            description = "Rounds before these that are not counted (default: ${DEFAULT-VALUE}).")
    private int warmUps;

    @Option(
            names = "--sweep-rows",
            defaultValue = "100000",
            description =
                    "Documents of each bulk load that seeks the best batch and concurrency (default: ${DEFAULT-VALUE}).")
    private int sweepRows;

    @Option(names = "--threads", description = "Scans at a time, raw and of reindex (default: as reindex has it).")
    private int threads = ReindexSite.standardThreads();

    @Option(
            names = "--require",
            defaultValue = "0.95",
            description = "Least median ratio, else 1 (default: ${DEFAULT-VALUE}).")
    private double required;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ReindexRatio()).execute(arguments));
    }

    /** Rows per second of one round, and what each of the three took of the processors. */
    record Round(
            double scan,
            double bulk,
            double reindex,
            double commandSeconds,
            double ratio,
            ProcessorSeconds ofScan,
            ProcessorSeconds ofBulk,
            ProcessorSeconds ofReindex) {}

    @Override
    public Integer call() throws Exception {
        if (rows < 1 || rounds < 1 || sweepRows < 1 || threads < 1 || warmUps < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--rows, --rounds, --sweep-rows and --threads are at least 1");
        }
        Machine machine = Machine.here();
        Path directory = Files.createTempDirectory("hbase-search-reindex-ratio");
        try (BenchmarkServers servers = BenchmarkServers.start()) {
            TestTable table = MailTable.create(servers.connection(), rows);
            Site site = Site.withDefinition(servers.addresses(), directory, MailTable.NAME, MailTable.definition());
            MailTable.announce(site);
            return new Measurement(servers, table, new ReindexSite(site, threads, rows, servers::processorSeconds))
                    .run(machine, directory);
        } finally {
            DataDirectories.delete(directory);
        }
    }

    /** The three that are compared. */
    private final class Measurement {
        private final RawScan scan;
        private final RawElasticsearch elasticsearch;
        private final ReindexSite site;
        private double scanned;
        private double loaded;
        private final Supplier<ProcessorSeconds> processors;
        private ProcessorSeconds ofScan = ProcessorSeconds.NONE;
        private ProcessorSeconds ofBulk = ProcessorSeconds.NONE;
        private ReindexSite.Measured reindexed = new ReindexSite.Measured(0, 0, ProcessorSeconds.NONE);

        Measurement(BenchmarkServers servers, TestTable table, ReindexSite site) {
            this.scan = new RawScan(servers.connection(), table, threads);
            this.elasticsearch = new RawElasticsearch(servers.addresses().rawElasticsearch());
            this.site = site;
            this.processors = servers::processorSeconds;
        }

        int run(Machine machine, Path directory) throws Exception {
            try (BulkFile documents = documents(directory)) {
                RawBulk bulk = new RawBulk(elasticsearch, documents);
                Shape shape = sweep(bulk);
                System.out.printf("best: %s (documents in a request x requests at a time)%n", shape);
                for (int i = 0; i < warmUps; i++) {
                    round(i, bulk, shape);
                }
                System.out.println("round  scan rows/s  bulk rows/s  reindex rows/s  command s  ratio");
                List<Round> counted = new ArrayList<>();
                for (int i = 0; i < rounds; i++) {
                    Round round = round(i, bulk, shape);
                    System.out.printf(
                            "%5d  %11.0f  %11.0f  %14.0f  %9.1f  %.3f%n",
                            i + 1, round.scan(), round.bulk(), round.reindex(), round.commandSeconds(), round.ratio());
                    counted.add(round);
                }
                tellProcessors(counted.get(counted.size() - 1));
                Spread ratio = Spread.of(counted.stream().map(Round::ratio).toList());
                return new Results("ReindexRatio", machine, rows, threads, "bulk " + shape, counted, ratio, required)
                        .report();
            }
        }

        /** Of the last round: where the rest of the ratio goes. */
        private static void tellProcessors(Round last) {
            System.out.println("what       " + ProcessorSeconds.head());
            System.out.println("scan       " + last.ofScan().text());
            System.out.println("bulk       " + last.ofBulk().text());
            System.out.println("reindex    " + last.ofReindex().text());
        }

        /** What a reindex writes, read back. */
        private BulkFile documents(Path directory) throws Exception {
            System.out.println("first reindex, for the documents of the bulk loads");
            site.createIndex();
            site.reindex();
            requireAll(rows);
            BulkFile documents = BulkFile.copyOf(
                    elasticsearch, elasticsearch.physicalName(site.index()), rows, directory.resolve("documents"));
            site.deleteIndex();
            System.out.printf("%d bytes a document%n", documents.size() / rows);
            return documents;
        }

        private Shape sweep(RawBulk bulk) throws Exception {
            Shape best = new Shape(BATCHES[0], 1);
            double most = 0;
            int number = Math.min(rows, sweepRows);
            for (int batch : BATCHES) {
                for (int concurrency : CONCURRENCIES) {
                    if (2 * batch * concurrency > number) {
                        // Its requests would not be full, or there would be one of each.
                        continue;
                    }
                    Shape shape = new Shape(batch, concurrency);
                    double rate = load(bulk, number, shape);
                    System.out.printf("bulk %s: %.0f rows/s%n", shape, rate);
                    best = rate > most ? shape : best;
                    most = Math.max(rate, most);
                }
            }
            return best;
        }

        private double load(RawBulk bulk, int number, Shape shape) throws Exception {
            site.createIndex();
            ProcessorSeconds before = processors.get();
            double rate = bulk.load(elasticsearch.physicalName(site.index()), number, shape);
            ofBulk = processors.get().minus(before);
            requireAll(number);
            site.deleteIndex();
            return rate;
        }

        private Round round(int number, RawBulk bulk, Shape shape) throws Exception {
            for (int i = 0; i < ACTIONS; i++) {
                switch ((number + i) % ACTIONS) {
                    case 0 -> {
                        ProcessorSeconds before = processors.get();
                        scanned = scan.run(rows);
                        ofScan = processors.get().minus(before);
                    }
                    case 1 -> loaded = load(bulk, rows, shape);
                    default -> {
                        site.createIndex();
                        reindexed = site.reindex();
                        requireAll(rows);
                        site.deleteIndex();
                    }
                }
            }
            double ratio = reindexed.rowsPerSecond() / Math.min(scanned, loaded);
            return new Round(
                    scanned,
                    loaded,
                    reindexed.rowsPerSecond(),
                    reindexed.commandSeconds(),
                    ratio,
                    ofScan,
                    ofBulk,
                    reindexed.spent());
        }

        private void requireAll(int number) throws Exception {
            long count = elasticsearch.count(elasticsearch.physicalName(site.index()));
            if (count != number) {
                throw new IllegalStateException("the index holds " + count + " documents, not " + number);
            }
        }
    }
}
