/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.hbase.TableDescription;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "create", description = "Create a table.")
final class TableCreateCommand extends TableVerb {
    private static final Pattern FAMILY = Pattern.compile("[^\\p{Cntrl}:/\\\\.][^\\p{Cntrl}:/\\\\]*");
    private static final int MOST_SALTS = 1_000;

    @Mixin
    private final KeyNotation keys = new KeyNotation();

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FAMILY", description = "A column family.")
    private List<String> families = new ArrayList<>();

    @Option(
            names = "--replicated",
            description = "Set REPLICATION_SCOPE => 1, so that edits are announced to peers: an index needs it.")
    private boolean replicated;

    @Option(
            names = "--versions",
            paramLabel = "N",
            defaultValue = "1",
            description = "Versions of a cell that HBase keeps (default: ${DEFAULT-VALUE}).")
    private int versions;

    @Option(
            names = "--splits",
            paramLabel = "KEY",
            split = ",",
            description = "The row keys at which regions begin, in the notation of --key-format.")
    private List<String> splits = new ArrayList<>();

    @Option(
            names = "--salts",
            paramLabel = "N",
            description = "A region for each salt of row keys that begin with 00, 01, ... (three digits above 100).")
    private int salts;

    @Option(names = "--dry-run", description = "Show what would be created, and do nothing.")
    private boolean dryRun;

    TableCreateCommand(Session session) {
        super(session);
    }

    @Override
    void checkOptions() {
        families.stream()
                .filter(name -> !FAMILY.matcher(name).matches())
                .findFirst()
                .ifPresent(name -> {
                    throw refused(
                            "'" + name + "' is not a family's name, which has no colon, slash or control character");
                });
        if (new HashSet<>(families).size() < families.size()) {
            throw refused("a family is named twice");
        }
        if (versions < 1) {
            throw refused("--versions must be at least 1");
        }
        if (salts != 0 && !splits.isEmpty()) {
            throw refused("--salts cannot be combined with --splits");
        }
        if (salts < 0 || salts > MOST_SALTS) {
            throw refused("--salts must be from 1 to " + MOST_SALTS);
        }
        List<ByteArray> starts = starts();
        if (new HashSet<>(starts).size() < starts.size()) {
            throw refused("a key of --splits is named twice");
        }
    }

    private List<ByteArray> starts() {
        String pattern = salts > 100 ? "%03d" : "%02d";
        return salts == 0
                ? splits.stream()
                        .map(key -> keys.parse("--splits", key).bytes())
                        .toList()
                : IntStream.range(1, salts)
                        .mapToObj(salt -> ByteArray.utf8(String.format(pattern, salt)))
                        .toList();
    }

    @Override
    int run(TableAdmin tables) {
        List<ByteArray> starts = starts();
        if (dryRun) {
            console()
                    .result(Result.steps(List.of("Create table " + name() + " with "
                            + (families.size() == 1 ? "family " : "families ") + String.join(", ", families) + ", "
                            + counted(starts.size() + 1, "region") + ", REPLICATION_SCOPE "
                            + (replicated ? 1 : 0) + ".")));
            console().hint("Nothing was created: omit --dry-run to do it.");
            return ExitCode.DONE;
        }
        tables.create(
                table(),
                families.stream()
                        .map(name ->
                                TableDescription.Family.of(name, replicated).withVersions(versions))
                        .toList(),
                starts);
        console()
                .result(Result.rows(
                        "tables",
                        List.of("table", "families", "regions", "scope"),
                        List.of(Result.row(
                                "table",
                                table().toString(),
                                "families",
                                families,
                                "regions",
                                starts.size() + 1,
                                "scope",
                                replicated ? 1 : 0))));
        if (replicated) {
            console().info("REPLICATION_SCOPE is 1: a peer announces edits of the table, as an index needs.");
        } else {
            console()
                    .info("REPLICATION_SCOPE is 0: edits of the table are not announced to an index until 'hbase-search"
                            + " index add " + name() + "' sets it.");
        }
        console()
                .hint("Write a row: hbase-search table put " + name() + " KEY " + families.get(0)
                        + ":COLUMN=VALUE; many: hbase-search table import " + name() + " FILE --key FIELD");
        return ExitCode.DONE;
    }
}
