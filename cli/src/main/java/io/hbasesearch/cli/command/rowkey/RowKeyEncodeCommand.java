/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.rowkey;

import io.hbasesearch.cli.command.KeyParts;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        show(KeyParts.encode(spec, values));
        return ExitCode.DONE;
    }

    private void show(EncodedKey.Complete complete) {
        console()
                .result(Result.rows(
                        "keys",
                        List.of("key", "variant", "bytes"),
                        complete.keys().stream()
                                .map(key -> Result.row(
                                        "key", keys().format(key),
                                        "variant", complete.variant(),
                                        "bytes", key.bytes().length()))
                                .toList()));
        console().hint("See how a query finds it: hbase-search rowkey explain " + file() + " FIELD=VALUE");
    }
}
