/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.TableConverter;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.guess.DefinitionDraft;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.TableSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "init",
        description = "Sample a table and write a first definition: guessed column types, a guessed row key, and the"
                + " reason for each guess as a comment. Review it before you create the index.")
final class IndexInitCommand extends BaseCommand {
    private static final Pattern INDEX_NAME = Pattern.compile("[a-z][a-z0-9_-]{0,99}");
    private static final int MOST_ROWS = 100_000;
    private static final String SCHEMA = "# yaml-language-server: $schema=../schemas/index.schema.json\n";

    @Parameters(
            paramLabel = "TABLE",
            converter = TableConverter.class,
            description = "A table, as table or namespace:table.")
    private @Nullable TableId table;

    @Option(
            names = "--name",
            paramLabel = "INDEX",
            description = "The index's name (default: derived from the table's).")
    private @Nullable String name;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000",
            description = "The most rows to sample (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(names = "--force", description = "Overwrite the existing definition.")
    private boolean force;

    @Option(names = "--dry-run", description = "Print the definition, and write no file.")
    private boolean dryRun;

    IndexInitCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException {
        TableId sampled = Objects.requireNonNull(table, "TABLE");
        String index = name == null ? nameOf(sampled) : name;
        if (!INDEX_NAME.matcher(index).matches()) {
            throw new ParameterException(
                    spec().commandLine(),
                    "--name must be 1 to 100 lower-case letters, digits, - and _, starting with a letter, not '" + index
                            + "'");
        }
        if (rows < 1 || rows > MOST_ROWS) {
            throw new ParameterException(spec().commandLine(), "--rows must be from 1 to " + MOST_ROWS);
        }
        Configuration configuration = session().configuration();
        Path file = configuration.service().definitions().resolve(index + ".yaml");
        if (!dryRun) {
            requireFree(configuration, index, file);
        }
        DefinitionDraft.Draft draft =
                DefinitionDraft.draft(sampled, sample(configuration.service().hbase(), sampled));
        int exit = dryRun ? print(SCHEMA + draft.text()) : write(file, SCHEMA + draft.text());
        tellDoubts(draft.doubts());
        hint(file);
        return exit;
    }

    private void tellDoubts(List<String> doubts) {
        if (!doubts.isEmpty()) {
            console().info("The sample leaves doubts, which are comments in the definition, too:");
            doubts.forEach(doubt -> console().info("  - " + doubt + "."));
        }
    }

    private static String nameOf(TableId table) {
        String cleaned = table.qualifier().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "-");
        return cleaned.matches("[a-z].*") ? cleaned : "t-" + cleaned;
    }

    private void requireFree(Configuration configuration, String index, Path file) {
        boolean elsewhere = configuration.definitions().stream()
                        .anyMatch(each -> each.name().equals(index))
                && !Files.exists(file);
        if (elsewhere || (Files.exists(file) && !force)) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "ALREADY_EXISTS",
                    elsewhere ? "another file defines index " + index : "definition " + file + " already exists",
                    elsewhere
                            ? "Give the new index another name with --name INDEX."
                            : "Give the new index another name with --name INDEX, or overwrite it with --force.");
        }
    }

    private List<Row> sample(HBaseConfig hbase, TableId sampled) {
        try (HBaseConnections connections = new HBaseConnections(hbase)) {
            List<TableSample.Region> regions =
                    new TableSample(connections, new SecureRandom()).take(sampled, TableSample.Content.CELLS, rows);
            List<Row> read =
                    regions.stream().flatMap(region -> region.rows().stream()).toList();
            boolean whole = regions.stream().allMatch(TableSample.Region::whole) && read.size() < rows;
            console()
                    .info(String.format(
                            Locale.ROOT,
                            whole
                                    ? "Read all %,d rows of table %s."
                                    : "Read %,d rows of table %s, from all of its key range.",
                            read.size(),
                            sampled));
            return read;
        }
    }

    private int print(String draft) {
        console().print(draft.stripTrailing());
        return ExitCode.DONE;
    }

    /** Writes the definition atomically: the directory never contains one that cannot be read. */
    private int write(Path file, String draft) throws IOException {
        Path directory = Files.createTempDirectory(
                Objects.requireNonNull(file.toAbsolutePath().getParent()), ".init");
        Path begun = Files.writeString(directory.resolve(file.getFileName()), draft);
        try {
            IndexDefinition definition = new IndexDefinitionReader(session().environment()).readFile(begun);
            Files.move(begun, file, StandardCopyOption.REPLACE_EXISTING);
            console()
                    .result(Result.rows(
                            "definitions",
                            List.of("index", "table", "fields", "file"),
                            List.of(Result.row(
                                    "index", definition.name(),
                                    "table", definition.table().toString(),
                                    "fields", definition.fields().size(),
                                    "file", file.toString()))));
        } finally {
            Files.deleteIfExists(begun);
            Files.delete(directory);
        }
        return ExitCode.DONE;
    }

    private void hint(Path file) {
        console()
                .hint(
                        dryRun
                                ? "Nothing was written: omit --dry-run to do it."
                                : "Review " + file + ", then check its meaning: hbase-search config explain "
                                        + String.valueOf(file.getFileName()).replace(".yaml", ""));
    }
}
