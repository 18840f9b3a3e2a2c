/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.session.CommandFailure;
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
import java.util.Map;
import java.util.Objects;

/** Samples the table of an index, proposes its first definition and writes the file. Immutable. */
record FirstDefinition(TableId table, String index, Path file) {
    private static final String SCHEMA = "# yaml-language-server: $schema=../schemas/index.schema.json\n";

    /** Returns a valid name of an index, like that of its table. */
    static String nameOf(TableId table) {
        String cleaned = table.qualifier().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "-");
        return cleaned.matches("[a-z].*") ? cleaned : "t-" + cleaned;
    }

    /** Returns the command that makes the table searchable as this index. */
    static String command(TableId table, String index) {
        return "hbase-search index add " + TableAdmin.name(table)
                + (index.equals(nameOf(table)) ? "" : " --name " + index);
    }

    static FirstDefinition of(Configuration configuration, TableId table, String index) {
        return new FirstDefinition(
                table, index, configuration.service().definitions().resolve(index + ".yaml"));
    }

    /** @throws CommandFailure if the index has a definition already, unless its file may be overwritten */
    void requireFree(Configuration configuration, boolean force) {
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

    /** Samples the table, and returns a definition that fits the sample. Tells how many rows it read, and what they leave open. */
    String propose(Console console, HBaseConfig hbase, int rows) {
        Sample sample = sample(hbase, table, rows);
        String read = sample.isWhole()
                ? "Read all %,d rows of table %s."
                : "Read %,d rows of table %s, from all of its key range.";
        console.info(String.format(Locale.ROOT, read, sample.rows().size(), table));
        DefinitionDraft.Draft draft = DefinitionDraft.draft(table, sample.rows());
        if (!draft.doubts().isEmpty()) {
            console.info("The sample leaves doubts, which are comments in the definition, too:");
            draft.doubts().forEach(doubt -> console.info("  - " + doubt + "."));
        }
        return SCHEMA + draft.text();
    }

    /** @param isWhole whether the table has no other rows */
    record Sample(List<Row> rows, boolean isWhole) {}

    static Sample sample(HBaseConfig hbase, TableId table, int rows) {
        try (HBaseConnections connections = new HBaseConnections(hbase)) {
            List<TableSample.Region> regions =
                    new TableSample(connections, new SecureRandom()).take(table, TableSample.Content.CELLS, rows);
            List<Row> read =
                    regions.stream().flatMap(region -> region.rows().stream()).toList();
            return new Sample(read, regions.stream().allMatch(TableSample.Region::whole) && read.size() < rows);
        }
    }

    /**
     * Writes the definition atomically: the directory never contains one that cannot be read.
     *
     * @throws io.hbasesearch.core.yaml.ConfigurationException with every problem of the text; then nothing is written
     */
    IndexDefinition write(String text, Map<String, String> environment) throws IOException {
        Path definitions = Objects.requireNonNull(file.toAbsolutePath().getParent());
        // Beside the directory of definitions, because relative paths in the text are the same there.
        Path parent = Objects.requireNonNullElse(definitions.getParent(), definitions);
        Path directory = Files.createTempDirectory(Files.isWritable(parent) ? parent : definitions, ".init");
        Path begun = directory.resolve(file.getFileName());
        try {
            Files.writeString(begun, text);
            IndexDefinition definition = new IndexDefinitionReader(environment).readFile(begun);
            Files.createDirectories(definitions);
            Files.move(begun, file, StandardCopyOption.REPLACE_EXISTING);
            return definition;
        } finally {
            Files.deleteIfExists(begun);
            Files.delete(directory);
        }
    }
}
