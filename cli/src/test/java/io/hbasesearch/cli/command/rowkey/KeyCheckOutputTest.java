/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.rowkey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.output.Terminal;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.check.KeyCheck;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyCheckOutputTest {
    private static final ByteArray MIDDLE = ByteArray.utf8("u5");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private void show(OutputFormat format, boolean showKeys) {
        RowKeySpec spec = new RowKeySpecReader(Map.of()).readFile(Path.of("..", "config", "rowkeys", "mail-box.yaml"));
        KeyCheck check = new KeyCheck(spec);
        check.addRegion(List.of(RowKey.utf8("u1000001"), RowKey.utf8("u2\u0001secret")), 900, 5);
        check.addRegion(List.of(), 0, 5);
        check.addRegion(List.of(), 0, 5);
        Console console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                format,
                false,
                Terminal.detect(Map.of(), true));
        new KeyCheckOutput(console, showKeys)
                .show(
                        check.report(),
                        List.of(
                                new KeyRange(ByteArray.empty(), MIDDLE),
                                new KeyRange(MIDDLE, ByteArray.utf8("u7")),
                                new KeyRange(ByteArray.utf8("u7"), ByteArray.empty())));
    }

    @Test
    void nothingOfAKeyIsShownUnlessItIsAskedFor() {
        show(OutputFormat.TABLE, false);
        assertThat(out.toString(UTF_8)).contains("REGION", "true").doesNotContain("u5");
        assertThat(err.toString(UTF_8))
                .contains("key", "First bytes: u 100.0 %", "1 of 3 regions has more than twice")
                .doesNotContain("secret", "u1000001");
    }

    @Test
    void examplesAreShownAsTheShellOfHBaseShowsThem() {
        show(OutputFormat.JSON, true);
        assertThat(out.toString(UTF_8))
                .contains("\"examples\":[", "u2\\\\x01secret", "\"start\":\"u5\"", "\"unfit\":2");
    }
}
