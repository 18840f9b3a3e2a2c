/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.rowkey;

import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "encode", description = "Show the key for some values; with a random salt, every possible key.")
final class RowKeyEncodeCommand extends RowKeyVerb {
    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FIELD=VALUE", description = "A value of each field.")
    private Map<String, String> values = new LinkedHashMap<>();

    RowKeyEncodeCommand(Session session) {
        super(session);
    }

    @Override
    int run(RowKeySpec spec) {
        EncodedKey encoded = spec.encode(parsed(spec));
        if (encoded instanceof EncodedKey.Complete complete) {
            show(complete);
            return ExitCode.DONE;
        }
        throw incomplete((EncodedKey.Incomplete) encoded);
    }

    private Map<String, KeyValue> parsed(RowKeySpec spec) {
        Map<String, KeyValue> parsed = new LinkedHashMap<>();
        values.forEach((field, text) -> {
            try {
                parsed.put(
                        field,
                        spec.field(field, values.keySet())
                                .orElseThrow(() -> new UnfitValueException("is not a field of the key"))
                                .parse(text));
            } catch (UnfitValueException e) {
                throw e.in(field);
            }
        });
        return parsed;
    }

    private void show(EncodedKey.Complete complete) {
        console()
                .result(Result.rows(
                        "keys",
                        List.of("key", "variant", "bytes"),
                        complete.keys().stream()
                                .map(key -> Result.row(
                                        "key", keyFormat().format(key),
                                        "variant", complete.variant(),
                                        "bytes", key.bytes().length()))
                                .toList()));
        console().hint("See how a query finds it: hbase-search rowkey explain " + file() + " FIELD=VALUE");
    }

    private HBaseSearchException incomplete(EncodedKey.Incomplete incomplete) {
        boolean several = incomplete.missing().size() > 1;
        String missing = incomplete.missing().entrySet().stream()
                .map(variant -> (several ? variant.getKey() + " needs " : "") + String.join(", ", variant.getValue()))
                .sorted()
                .collect(Collectors.joining("; "));
        return new HBaseSearchException(
                ErrorCode.USAGE, "values are missing for a key: " + missing, "Add them as FIELD=VALUE.", null);
    }
}
