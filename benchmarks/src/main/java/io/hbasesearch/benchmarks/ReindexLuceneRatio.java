/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import io.hbasesearch.benchmarks.PlainIndexWriter.Prepared;
import io.hbasesearch.cli.Configuration;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.DocumentJson;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.servers.DataDirectories;
import io.hbasesearch.system.Site;
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
 * How near {@code reindex} into an embedded index comes to a plain loop that adds the same documents, which are in memory already, to
 * a Lucene index. A round has one of each, in an order that changes from round to round.
 */
@Command(
        name = "ReindexLuceneRatio",
        mixinStandardHelpOptions = true,
        description =
                "Rows per second of reindex into an embedded index as a ratio to a plain loop over an IndexWriter.")
public final class ReindexLuceneRatio implements Callable<Integer> {
    /** What a prepared row takes, with room to spare: a collector that is short of it would slow the loop down. */
    private static final int BYTES_FOR_A_ROW = 6_000;

    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    @Spec
    private CommandSpec spec;

    @Option(names = "--rows", defaultValue = "300000", description = "Rows of the table (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Rounds of one loop and one reindex (default: ${DEFAULT-VALUE}).")
    private int rounds;

    // Rows per second still grow in the third run of a JVM.
    @Option(
            names = "--warm-ups",
            defaultValue = "3",
            description = "Rounds before these that are not counted (default: ${DEFAULT-VALUE}).")
    private int warmUps;

    @Option(names = "--threads", description = "Scans at a time of reindex (default: as reindex has it).")
    private int threads = ReindexSite.standardThreads();

    @Option(names = "--writer-threads", description = "Threads of the loop (default: as the embedded index has it).")
    private int writerThreads = Math.min(4, Runtime.getRuntime().availableProcessors());

    @Option(
            names = "--require",
            defaultValue = "0.9",
            description = "Least median ratio, else 1 (default: ${DEFAULT-VALUE}).")
    private double required;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ReindexLuceneRatio()).execute(arguments));
    }

    /** Rows per second of one round. */
    record Round(
            double loop,
            double reindex,
            double commandSeconds,
            double ratio,
            ProcessorSeconds ofLoop,
            ProcessorSeconds ofReindex) {}

    @Override
    public Integer call() throws Exception {
        if (rows < 1 || rounds < 1 || threads < 1 || writerThreads < 1 || warmUps < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--rows, --rounds, --threads and --writer-threads are at least 1");
        }
        Machine machine = Machine.here();
        requireHeap(machine);
        Path directory = Files.createTempDirectory("hbase-search-reindex-ratio");
        try (BenchmarkServers servers = BenchmarkServers.start()) {
            MailTable.create(servers.connection(), rows);
            Site site = embedded(servers, directory);
            MailTable.announce(site);
            return new Measurement(
                            new ReindexSite(site, threads, rows, servers::processorSeconds),
                            servers::processorSeconds,
                            directory.resolve("plain"))
                    .run(machine);
        } finally {
            DataDirectories.delete(directory);
        }
    }

    private void requireHeap(Machine machine) {
        long needed = ((long) rows * BYTES_FOR_A_ROW >> 20) + 512;
        if (machine.heapMegabytes() < needed) {
            throw new ParameterException(
                    spec.commandLine(),
                    "the documents of " + rows + " rows are held in memory: set HBASE_SEARCH_OPTS=-Xmx" + needed
                            + "m, or give fewer --rows");
        }
    }

    static Site embedded(BenchmarkServers servers, Path directory) throws Exception {
        Site site = Site.withDefinition(servers.addresses(), directory, MailTable.NAME, MailTable.definition());
        String backend = "backend: lucene\n  lucene:\n    directory: " + directory.resolve("lucene");
        Files.writeString(site.config(), Files.readString(site.config()).replace("backend: elasticsearch", backend));
        return site;
    }

    /** The two that are compared. */
    private final class Measurement {
        private final ReindexSite site;
        private final Configuration configuration;
        private final IndexDefinition definition;
        private final PlainIndexWriter loop;
        private final Path plainIndex;
        private final Supplier<ProcessorSeconds> processors;
        private ProcessorSeconds ofLoop = ProcessorSeconds.NONE;
        private double added;
        private ReindexSite.Measured reindexed = new ReindexSite.Measured(0, 0, ProcessorSeconds.NONE);

        Measurement(ReindexSite site, Supplier<ProcessorSeconds> processors, Path plainIndex) {
            this.processors = processors;
            this.site = site;
            this.configuration = site.configuration();
            this.definition = configuration.definition(site.index());
            double buffer = configuration.service().index().lucene().bufferBytes() / BYTES_PER_MEBIBYTE;
            this.loop = new PlainIndexWriter(definition, buffer, writerThreads);
            this.plainIndex = plainIndex;
        }

        int run(Machine machine) throws Exception {
            System.out.println("warming up");
            for (int i = 0; i < warmUps; i++) {
                round(i);
            }
            System.out.println("round  loop rows/s  reindex rows/s  command s  ratio");
            List<Round> counted = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                Round round = round(i);
                System.out.printf(
                        "%5d  %11.0f  %14.0f  %9.1f  %.3f%n",
                        i + 1, round.loop(), round.reindex(), round.commandSeconds(), round.ratio());
                counted.add(round);
            }
            Round last = counted.get(counted.size() - 1);
            System.out.println("what       " + ProcessorSeconds.head());
            System.out.println("loop       " + last.ofLoop().text());
            System.out.println("reindex    " + last.ofReindex().text());
            Spread ratio = Spread.of(counted.stream().map(Round::ratio).toList());
            String baseline = "IndexWriter x " + writerThreads;
            return new Results("ReindexLuceneRatio", machine, rows, threads, baseline, counted, ratio, required)
                    .report();
        }

        private Round round(int number) throws Exception {
            if (number % 2 == 0) {
                added = add();
                reindexed = reindex();
            } else {
                reindexed = reindex();
                added = add();
            }
            return new Round(
                    added,
                    reindexed.rowsPerSecond(),
                    reindexed.commandSeconds(),
                    reindexed.rowsPerSecond() / added,
                    ofLoop,
                    reindexed.spent());
        }

        private double add() throws Exception {
            // Held only as long as it is used: a reindex has no such thing in its heap.
            List<Prepared> prepared = prepared();
            System.gc();
            ProcessorSeconds before = processors.get();
            double rate = loop.load(plainIndex, prepared);
            ofLoop = processors.get().minus(before);
            DataDirectories.delete(plainIndex);
            return rate;
        }

        private ReindexSite.Measured reindex() throws InterruptedException {
            System.gc();
            site.createIndex();
            ReindexSite.Measured measured = site.reindex();
            site.deleteIndex();
            return measured;
        }

        private List<Prepared> prepared() {
            RowMapper mapper = new RowMapper(definition);
            List<Prepared> prepared = new ArrayList<>(rows);
            try (HBaseConnections hbase =
                            new HBaseConnections(configuration.service().hbase());
                    HBaseRowReader reader = new HBaseRowReader(hbase);
                    RowCursor cursor = reader.scan(definition.table(), definition.columns(), KeyRange.all())) {
                while (cursor.hasNext()) {
                    Row row = cursor.next();
                    Document document = mapper.map(row);
                    DocumentId id = DocumentId.of(row.key());
                    prepared.add(new Prepared(
                            id.value(), ContentHash.of(id, document), DocumentJson.write(document), document.fields()));
                }
            }
            return prepared;
        }
    }
}
