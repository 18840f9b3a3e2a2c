/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.table.ImportColumns;
import io.hbasesearch.administration.table.RecordKey;
import io.hbasesearch.administration.table.RowFile;
import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.administration.table.TableImport;
import io.hbasesearch.administration.table.TypedColumn;
import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.command.Stoppable;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        description = {
            "Write the rows of a CSV or NDJSON file by ordinary puts. Rows that fail are reported with their lines, and"
                    + " do not stop the others.",
            "Exit codes: 0 all rows were written; 3 some failed; 1 stopped by --stop-on-error."
        },
        footer = {
            "",
            "Each field becomes a column: the one that --map names; m:amount:int if the field itself has that name; else"
                    + " the column of its name in --family, as a string. Fields that the row key contains become columns"
                    + " only if --map names one. An empty value of CSV and a null of JSON become no cell.",
            "Running it again writes the same rows again."
        })
final class TableImportCommand extends TableVerb {
    private static final int MOST_REPORTED = 20;
    private static final String STDIN = "-";
    private static final int KB = 1024;

    @Mixin
    private final KeyNotation keys = new KeyNotation();

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            description = "A file *.csv, *.tsv, *.ndjson or *.jsonl; - for stdin.")
    private String file = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Format of the file: csv or ndjson (default: by its name).")
    private RowFile.@Nullable Format format;

    @Option(names = "--key", paramLabel = "FIELD", description = "The field that has the row key.")
    private @Nullable String keyField;

    @Option(
            names = "--row-key",
            paramLabel = "INDEX|FILE",
            description = "Make row keys of the fields that a specification names: an index definition with"
                    + " rowKey.spec, or a file as in config/rowkeys.")
    private @Nullable String rowKey;

    @Option(
            names = "--map",
            paramLabel = "FIELD=COLUMN[:TYPE]",
            split = ",",
            description = "Columns of fields, for example age=m:age:int; FIELD= leaves a field out.")
    private List<String> maps = new ArrayList<>();

    @Option(
            names = "--family",
            paramLabel = "FAMILY",
            description = "Family of fields without a column (default: the table's, if it has only one).")
    private @Nullable String family;

    @Option(
            names = "--columns",
            paramLabel = "FIELD",
            split = ",",
            description = "Names of the fields of a CSV file whose first line is not their names.")
    private List<String> columns = new ArrayList<>();

    @Option(
            names = "--delimiter",
            paramLabel = "CHARACTER",
            description = "Between the values of CSV; \\t is a tab (default: comma, or tab for *.tsv).")
    private @Nullable String delimiter;

    @Option(
            names = "--charset",
            paramLabel = "NAME",
            defaultValue = "UTF-8",
            description = "Character set of the file, for example GBK (default: ${DEFAULT-VALUE}).")
    private Charset charset = StandardCharsets.UTF_8;

    @Option(names = "--stop-on-error", description = "Stop at the first row that fails.")
    private boolean stopOnError;

    @Option(names = "--dry-run", description = "Convert and check all rows, and write nothing.")
    private boolean dryRun;

    TableImportCommand(Session session) {
        super(session);
    }

    @Override
    void checkOptions() {
        if ((keyField == null) == (rowKey == null)) {
            throw refused("name the field of the row key with --key, or a specification of it with --row-key");
        }
        if (!file.equals(STDIN) && !Files.isRegularFile(Path.of(file))) {
            throw refused("there is no file " + file);
        }
        layout();
        named();
    }

    private RowFile.Layout layout() {
        RowFile.Format known = Optional.ofNullable(format)
                .or(() -> RowFile.Format.of(file))
                .orElseThrow(() -> refused("the name of " + (file.equals(STDIN) ? "stdin" : file)
                        + " shows no format: name it with --format csv or --format ndjson"));
        if (known == RowFile.Format.NDJSON && (!columns.isEmpty() || delimiter != null)) {
            throw refused("--columns and --delimiter are for CSV");
        }
        String between = delimiter == null
                ? file.toLowerCase(Locale.ROOT).endsWith(".tsv") ? "\t" : ","
                : delimiter.equals("\\t") ? "\t" : delimiter;
        if (between.length() != 1 || "\"\r\n".contains(between)) {
            throw refused("--delimiter must be one character, and no quote");
        }
        return new RowFile.Layout(known, charset, between.charAt(0), columns);
    }

    private Map<String, Optional<TypedColumn>> named() {
        Map<String, Optional<TypedColumn>> named = new LinkedHashMap<>();
        for (String map : maps) {
            int equals = map.indexOf('=');
            if (equals < 1) {
                throw refused("--map is FIELD=COLUMN, for example age=m:age:int, not '" + map + "'");
            }
            String column = map.substring(equals + 1);
            named.put(map.substring(0, equals), column.isEmpty() ? Optional.empty() : Optional.of(column(column)));
        }
        return named;
    }

    @Override
    int run(TableAdmin tables) throws Exception {
        Set<String> families = tables.families(table());
        Optional<String> only = families.size() == 1 ? families.stream().findFirst() : Optional.empty();
        ImportColumns target =
                new ImportColumns(named(), Optional.ofNullable(family).or(() -> only), families);
        RecordKey key = rowKey == null
                ? RecordKey.ofField(Objects.requireNonNull(keyField), keys::parse)
                : RecordKey.ofSpec(specification(rowKey));
        boolean isFile = !file.equals(STDIN);
        TableImport.Outcome outcome;
        Reports reports;
        try (CountedInput in = isFile
                        ? new CountedInput(Files.newInputStream(Path.of(file)), true)
                        : new CountedInput(session().in(), false);
                RowFile rows = RowFile.open(in, layout());
                Progress progress = isFile
                        ? Progress.start(console(), "Importing", 1 + Files.size(Path.of(file)) / KB, "KB")
                        : Progress.counting(console(), "Importing", "rows")) {
            checkFields(rows.columns(), target);
            reports = new Reports(in, progress, isFile);
            outcome = Stoppable.call(
                    session(),
                    "rows that were read before are written",
                    "Run the command again: it writes the same rows again.",
                    () -> new TableImport(tables, new TableImport.Target(table(), key, target, dryRun), reports)
                            .run(rows, stopOnError));
            if (outcome.failed() == 0) {
                progress.finish();
            }
        }
        return end(outcome, reports);
    }

    /** Refuses at the start what would fail for each row. */
    private void checkFields(List<String> fields, ImportColumns target) {
        if (fields.isEmpty()) {
            return;
        }
        List<String> unknown = new ArrayList<>(named().keySet());
        if (keyField != null) {
            unknown.add(keyField);
        }
        unknown.removeAll(fields);
        if (!unknown.isEmpty()) {
            throw refused("the file has no field '" + unknown.get(0) + "'; it has: " + String.join(", ", fields));
        }
        fields.stream().filter(field -> !field.equals(keyField)).forEach(field -> {
            try {
                target.of(field);
            } catch (IllegalArgumentException e) {
                throw refused(String.valueOf(e.getMessage()));
            }
        });
    }

    private RowKeySpec specification(String named) {
        if (Files.isRegularFile(Path.of(named))) {
            return new RowKeySpecReader(session().environment()).readFile(Path.of(named));
        }
        IndexDefinition definition = session().configuration().definition(named);
        return definition
                .rowKey()
                .map(RowKeyDeclaration::spec)
                .orElseThrow(() -> refused("the definition of index " + named
                        + " has no row-key specification (rowKey.spec), and there is no such file"));
    }

    private int end(TableImport.Outcome outcome, Reports reports) {
        if (outcome.failed() > reports.reported) {
            console().warn(counted(outcome.failed() - reports.reported, "more row") + " failed");
        }
        console()
                .result(Result.rows(
                        "imports",
                        List.of("table", "rows", "failed"),
                        List.of(Result.row(
                                "table", table().toString(), "rows", outcome.rows(), "failed", outcome.failed()))));
        String done = dryRun ? "could be written" : "were written";
        if (outcome.failed() > 0) {
            throw new CommandFailure(
                    stopOnError ? ExitCode.FAILED : ExitCode.SOME_ROWS_FAILED,
                    "ROWS_FAILED",
                    stopOnError
                            ? "stopped at the first row that fails; rows before it that " + done + ": " + outcome.rows()
                            : counted(outcome.failed(), "row") + " failed; rows that " + done + ": " + outcome.rows(),
                    "Correct them in the file, then run the command again: it writes the same rows again.");
        }
        console()
                .hint(
                        dryRun
                                ? "Nothing was written: omit --dry-run to do it."
                                : "See the first of them: hbase-search table scan " + name() + " --limit 3");
        return ExitCode.DONE;
    }

    /** Shows the progress, and the first rows that fail. */
    private final class Reports implements TableImport.Listener {
        private final CountedInput in;
        private final Progress progress;
        private final boolean isFile;
        private long reported;

        Reports(CountedInput in, Progress progress, boolean isFile) {
            this.in = in;
            this.progress = progress;
            this.isFile = isFile;
        }

        @Override
        public void failed(long line, String reason) {
            if (reported < MOST_REPORTED) {
                reported++;
                console().warn("line " + line + ": " + reason);
            }
        }

        @Override
        public void reached(long rows) {
            if (isFile) {
                progress.update(in.bytes() / KB, rows + " rows");
            } else {
                progress.update(rows, "");
            }
        }
    }

    /** Counts the bytes that are read. For one thread. */
    private static final class CountedInput extends FilterInputStream {
        private final boolean isOwn;
        private long bytes;

        CountedInput(InputStream in, boolean isOwn) {
            super(in);
            this.isOwn = isOwn;
        }

        long bytes() {
            return bytes;
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            bytes += one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int number = super.read(into, offset, length);
            bytes += Math.max(0, number);
            return number;
        }

        @Override
        public void close() throws IOException {
            if (isOwn) {
                super.close();
            }
        }
    }
}
