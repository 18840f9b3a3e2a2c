/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.query;

import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.command.KeyParts;
import io.hbasesearch.cli.output.Json;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.client.CellValue;
import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.client.IndexInfo;
import io.hbasesearch.client.RowResponse;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Shows one row as the search page does. */
@Command(
        name = "get",
        description = {
            "Show a row, read from HBase: its fields as the index defines them, parts of the row key included, and its cells.",
            "Exit codes: 0 the row was shown; 1 there is no such row."
        })
public final class GetCommand extends BaseCommand {
    private static final List<String> COLUMNS = List.of("field", "value", "column", "timestamp");

    @Parameters(index = "0", paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "KEY", description = "The row key, as 'search' shows it.")
    private @Nullable String key;

    @Option(
            names = "--part",
            paramLabel = "NAME=VALUE",
            description = "Instead of KEY: the value of a part of the row key, from the index's rowKey; repeatable.")
    private Map<String, String> parts = new LinkedHashMap<>();

    @Mixin
    private final KeyNotation keys = new KeyNotation();

    @Mixin
    private GatewayOption gateway = new GatewayOption();

    public GetCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        OneIndex.require(spec().commandLine(), index);
        List<RowKey> wanted = wanted();
        GatewayClient client = gateway.client(session(), index);
        for (RowKey each : wanted) {
            Optional<RowResponse> row = client.row(index, each.bytes().toBytes());
            if (row.isPresent()) {
                show(each, row.get(), client);
                return ExitCode.DONE;
            }
        }
        throw new CommandFailure(
                ExitCode.FAILED,
                "NOT_FOUND",
                "the table of index " + index + " has no row " + keys.format(wanted.get(0))
                        + (wanted.size() > 1 ? ", nor with another salt" : ""),
                "Keys are as 'hbase-search search " + index + " ...' shows them; --key-format names another notation.");
    }

    /** Returns the keys that the row may have: several if its salt is random. */
    private List<RowKey> wanted() {
        if (parts.isEmpty() == (key == null)) {
            throw new ParameterException(spec().commandLine(), "name the row by its KEY, or by --part NAME=VALUE");
        }
        if (key != null) {
            return List.of(keys.parse("KEY", key));
        }
        IndexDefinition definition = session().configuration().definition(index);
        try {
            return KeyParts.encode(
                            definition
                                    .rowKey()
                                    .orElseThrow(() -> new HBaseSearchException(
                                            ErrorCode.USAGE,
                                            "the definition of index " + index
                                                    + " does not say how its row keys are made",
                                            "Name the row by its key: hbase-search get " + index + " KEY",
                                            null))
                                    .spec(),
                            parts)
                    .keys();
        } catch (UnfitValueException e) {
            throw new HBaseSearchException(
                    ErrorCode.USAGE,
                    "--part: " + e.getMessage(),
                    "See the parts and their types: hbase-search config explain " + index,
                    e);
        }
    }

    private void show(RowKey found, RowResponse row, GatewayClient client) {
        if (session().format() == OutputFormat.TABLE || session().format() == OutputFormat.CSV) {
            console().result(Result.rows("fields", COLUMNS, lines(found, row, client.index(index))));
        } else {
            console().print(Json.line(answer(found, row)));
        }
        if (row.unmappable() != null) {
            console().warn("the index cannot map this row: " + row.unmappable());
        }
        row.cut().forEach(cut -> console().warn("cut short: " + cut.detail()));
        console()
                .hint("See every cell and version: hbase-search table get " + table(row) + " "
                        + keys.quoted(found.bytes()) + keys.option());
    }

    private static String table(RowResponse row) {
        return row.table().startsWith("default:") ? row.table().substring("default:".length()) : row.table();
    }

    /** Returns the row as the gateway writes it, with the key in the notation that was asked for. */
    private Map<String, @Nullable Object> answer(RowKey found, RowResponse row) {
        Map<String, @Nullable Object> answer = Result.row(
                "index", row.index(),
                "table", row.table(),
                "key", keys.format(found));
        answer.put("columns", GatewayShapes.cells(row.columns()));
        answer.put("fields", row.fields());
        if (row.unmappable() != null) {
            answer.put("unmappable", row.unmappable());
        }
        if (!row.cut().isEmpty()) {
            answer.put("cut", row.cut());
        }
        return answer;
    }

    /** Returns a line for the key, each field, and each cell that no field shows. */
    private List<Map<String, @Nullable Object>> lines(RowKey found, RowResponse row, IndexInfo info) {
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        lines.add(Result.row("field", "row key", "value", keys.format(found)));
        Map<String, String> columns = new LinkedHashMap<>();
        info.fields().stream()
                .filter(field -> field.column() != null)
                .forEach(field -> columns.put(field.name(), field.column()));
        Set<String> shown = new LinkedHashSet<>();
        Map<String, Object> fields = row.fields() == null ? Map.of() : row.fields();
        fields.forEach((name, value) -> {
            String column = columns.get(name);
            CellValue cell = column == null ? null : row.columns().get(column);
            shown.add(String.valueOf(column));
            lines.add(Result.row(
                    "field", name,
                    "value", value,
                    "column", column,
                    "timestamp", cell == null ? null : cell.timestamp()));
        });
        row.columns().forEach((column, cell) -> {
            if (!shown.contains(column)) {
                lines.add(Result.row(
                        "field",
                        null,
                        "value",
                        cell.value() != null ? cell.value() : KeyNotation.hbase(RowKey.wrap(cell.bytes())),
                        "column",
                        column,
                        "timestamp",
                        cell.timestamp()));
            }
        });
        return lines;
    }
}
