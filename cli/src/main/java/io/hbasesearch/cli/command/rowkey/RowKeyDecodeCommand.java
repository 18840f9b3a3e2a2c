/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.rowkey;

import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "decode",
        description = {
            "Show the values that keys contain.",
            "Exit codes: 0 all were read; 3 some do not fit the specification."
        })
final class RowKeyDecodeCommand extends RowKeyVerb {
    @Parameters(index = "1..*", arity = "1..*", paramLabel = "KEY", description = "Row keys to decode.")
    private List<String> given = new ArrayList<>();

    RowKeyDecodeCommand(Session session) {
        super(session);
    }

    @Override
    int run(RowKeySpec spec) {
        Set<String> columns = new LinkedHashSet<>(List.of("key", "variant"));
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        int unreadable = 0;
        for (String text : given) {
            RowKey key = keys().parse("KEY", text);
            Map<String, @Nullable Object> row = Result.row("key", keys().format(key));
            if (spec.decode(key) instanceof DecodedKey.Readable readable) {
                row.put("variant", readable.variant());
                readable.values().forEach((field, value) -> row.put(field, value.text()));
            } else if (spec.decode(key) instanceof DecodedKey.Unreadable failed) {
                row.put("error", failed.reason());
                unreadable++;
            }
            columns.addAll(row.keySet());
            rows.add(row);
        }
        console().result(Result.rows("keys", List.copyOf(columns), rows));
        return outcome(unreadable);
    }

    private int outcome(int unreadable) {
        if (unreadable > 0) {
            throw new CommandFailure(
                    ExitCode.SOME_ROWS_FAILED,
                    "ROW_UNMAPPABLE",
                    unreadable + " of " + given.size() + " keys do not fit the specification",
                    "Correct " + file() + ", or check whether the keys belong to another table.");
        }
        console().hint("Make keys from values: hbase-search rowkey encode " + file() + " FIELD=VALUE");
        return ExitCode.DONE;
    }
}
