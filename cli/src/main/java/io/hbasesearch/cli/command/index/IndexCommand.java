/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.peer.Completeness;
import io.hbasesearch.administration.peer.PeerAdmin;
import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.GroupCommand;
import io.hbasesearch.cli.command.Names;
import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.AnalyzerVersion;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.AnalyzerNotes;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "index",
        description = "Create, list and delete indexes, and write their first definitions.",
        subcommands = {
            IndexAddCommand.class,
            IndexInitCommand.class,
            IndexCommand.Create.class,
            IndexCommand.Listing.class,
            IndexEpochCommand.class,
            IndexCommand.Delete.class
        })
public final class IndexCommand extends GroupCommand {

    @Command(
            name = "create",
            description = "Create an empty index from its definition, and its start position in its topic.")
    static final class Create extends BaseCommand {
        @Parameters(paramLabel = "INDEX", description = "Name of a definition in the directory of definitions.")
        private String name = "";

        @Option(names = "--dry-run", description = "Show what would be created, and do nothing.")
        private boolean dryRun;

        Create(Session session) {
            super(session);
        }

        @Override
        public Integer call() {
            Configuration configuration = session().configuration();
            ServiceConfig config = configuration.service();
            IndexDefinition definition = configuration.definition(name);
            try (IndexBackend backend = Backends.open(config.index(), Metrics.none());
                    IndexLifecycle indexes = new IndexLifecycle(backend, config.kafka());
                    PeerAdmin peers = new PeerAdmin(config, console())) {
                if (dryRun) {
                    return plan(definition, indexes.requireCreatable(definition));
                }
                tell(create(definition, config, indexes, peers));
                console()
                        .hint("Start 'hbase-search "
                                + (backend.name().equals("lucene") ? "serve" : "indexer")
                                + "' if it does not run; it picks the index up by itself. Then go on: "
                                + FirstDefinition.command(definition.table(), name));
            }
            return ExitCode.DONE;
        }

        private static IndexMetadata create(
                IndexDefinition definition, ServiceConfig config, IndexLifecycle indexes, PeerAdmin peers) {
            try {
                return indexes.create(definition, Completeness.of(config, peers, definition));
            } catch (HBaseSearchException e) {
                if (e.code() != ErrorCode.TOPIC_NOT_FOUND) {
                    throw e;
                }
                throw new HBaseSearchException(
                        e.code(),
                        String.valueOf(e.getMessage()),
                        "Run: " + peers.possibleCommand(definition.table()) + "; or everything at once: "
                                + FirstDefinition.command(definition.table(), definition.name()),
                        e);
            }
        }

        private void tell(IndexMetadata created) {
            console()
                    .result(Result.rows(
                            "indexes",
                            List.of("index", "table", "topic", "partitions", "epoch", "physical_name"),
                            List.of(describe(created, null))));
            created.analyzers().forEach((field, analyzer) -> console()
                    .info("Field " + field + " is analysed by "
                            + AnalyzerVersion.parse(analyzer).name() + "."));
            warnOfAnalyzers(created, console());
            if (created.complete()) {
                console().info("Table " + created.table() + " is empty: the index is complete from the start.");
            } else if (!console().isStep()) {
                console()
                        .warn("rows that already exist in " + created.table()
                                + " are not indexed yet. Indexers find them"
                                + " missing and read them again, at most scrub.rowsPerSecond; sooner with:"
                                + " hbase-search reindex " + name);
            }
        }

        private int plan(IndexDefinition definition, Topics.Topic topic) {
            console()
                    .result(Result.steps(List.of(
                            "Create its dead-letter topic unless it exists.",
                            "Create index " + name + " of table " + definition.table() + ", empty.",
                            "Start it at the beginning of topic " + topic.name() + ", in all " + topic.partitions()
                                    + " partitions.")));
            console().hint("Nothing was created: omit --dry-run to do it.");
            return ExitCode.DONE;
        }
    }

    @Command(name = "list", description = "List indexes with their contents.")
    static final class Listing extends BaseCommand {
        Listing(Session session) {
            super(session);
        }

        @Override
        public Integer call() {
            ServiceConfig config = session().config();
            try (IndexBackend backend = Backends.open(config.index(), Metrics.none())) {
                List<Map<String, @Nullable Object>> rows = new ArrayList<>();
                List<IndexMetadata> indexes = backend.admin().list();
                for (IndexMetadata index : indexes) {
                    rows.add(describe(index, statistics(backend, index)));
                }
                console()
                        .result(Result.rows(
                                "indexes",
                                List.of(
                                        "index",
                                        "table",
                                        "documents",
                                        "complete",
                                        "topic",
                                        "partitions",
                                        "epoch",
                                        "bytes"),
                                rows));
                indexes.forEach(index -> warnOfAnalyzers(index, console()));
                console()
                        .hint(
                                rows.isEmpty()
                                        ? "Create one: hbase-search index create INDEX"
                                        : "Compare one with its table: hbase-search verify INDEX");
            }
            return ExitCode.DONE;
        }

        /** Returns the counts, or null: an index that another process holds is listed without. */
        private static @Nullable IndexStatistics statistics(IndexBackend backend, IndexMetadata index) {
            try {
                return backend.admin().statistics(index.index());
            } catch (HBaseSearchException e) {
                return null;
            }
        }
    }

    @Command(name = "delete", description = "Delete an index with its offsets. The table is not touched.")
    static final class Delete extends BaseCommand {
        @Parameters(paramLabel = "INDEX", description = "Name of an index.")
        private String name = "";

        @Option(names = "--yes", description = "Do not ask.")
        private boolean yes;

        @Option(names = "--dry-run", description = "Show what would be deleted, and do nothing.")
        private boolean dryRun;

        @Option(names = "--with-dead-letters", description = "Delete its dead letters too.")
        private boolean withDeadLetters;

        Delete(Session session) {
            super(session);
        }

        @Override
        public Integer call() {
            ServiceConfig config = session().config();
            try (IndexBackend backend = Backends.open(config.index(), Metrics.none());
                    IndexLifecycle indexes = new IndexLifecycle(backend, config.kafka())) {
                IndexMetadata index = indexes.find(name).orElseThrow(() -> Names.notFound("index", name, backend));
                console()
                        .info("Index " + name + " (" + index.physicalName() + "), its consumer group's offsets"
                                + (withDeadLetters ? " and its dead letters" : ""));
                if (dryRun) {
                    console().hint("Nothing was deleted: omit --dry-run to do it.");
                    return ExitCode.DONE;
                }
                session().confirm("Delete index " + name + "?", yes);
                console().info("Waiting until no process uses it...");
                indexes.delete(name, withDeadLetters);
                String table = TableAdmin.name(index.table());
                console()
                        .info("Deleted. Its definition and table " + table
                                + " stay, and so does the table in its peer: its"
                                + " edits are announced, and no process creates the index again by itself, unless a"
                                + " pattern defines it or it is a sample of the quickstart: those come back with the next"
                                + " start.");
                console()
                        .hint("Recreate it: " + FirstDefinition.command(index.table(), name)
                                + ". If no other index needs the table's edits: hbase-search peer remove --table "
                                + table);
            }
            return ExitCode.DONE;
        }
    }

    private static void warnOfAnalyzers(IndexMetadata index, Console console) {
        AnalyzerNotes.of(index)
                .forEach((field, note) -> console.warn("field " + field + " of index " + index.index()
                        + " is analysed by "
                        + AnalyzerVersion.parse(index.analyzers().get(field)).name() + ", " + note));
    }

    private static Map<String, @Nullable Object> describe(IndexMetadata index, @Nullable IndexStatistics statistics) {
        Map<String, @Nullable Object> row = Result.row(
                "index", index.index(),
                "table", index.table().toString(),
                "topic", index.topic(),
                "partitions", index.partitions(),
                "epoch", index.epoch(),
                "complete", index.complete(),
                "physical_name", index.physicalName(),
                "created_at", index.createdAt().toString());
        row.put("documents", statistics == null ? null : statistics.documents());
        row.put("deleted_stubs", statistics == null ? null : statistics.deletedStubs());
        row.put("failed_stubs", statistics == null ? null : statistics.failedStubs());
        row.put("bytes", statistics == null ? null : statistics.bytes());
        return row;
    }
}
