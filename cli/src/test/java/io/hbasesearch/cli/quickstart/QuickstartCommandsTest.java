/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.cli.session.Session;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuickstartCommandsTest {
    private static final Path HOME = Path.of("/opt/hbase-search");

    @Test
    void theDefaultsNeedNoOptions() {
        QuickstartCommands commands =
                new QuickstartCommands(settings(IndexKind.LUCENE, HOME.resolve(".quickstart"), 8930));

        assertThat(commands.start()).isEqualTo("./hbase-search quickstart");
        assertThat(commands.clean()).isEqualTo("./hbase-search quickstart clean");
        assertThat(commands.with("search mail x")).isEqualTo("./hbase-search search mail x");
    }

    @Test
    void anotherDirectoryPortOrIndexIsNamed() {
        QuickstartCommands commands =
                new QuickstartCommands(settings(IndexKind.ELASTICSEARCH, Path.of("/my data"), 18080));

        assertThat(commands.start())
                .isEqualTo("./hbase-search quickstart --index elasticsearch --data '/my data' --port 18080");
        assertThat(commands.clean()).isEqualTo("./hbase-search quickstart clean --data '/my data'");
        assertThat(commands.with("search mail x"))
                .isEqualTo("./hbase-search search mail x --config '/my data/config/hbase-search.yaml'");
    }

    @Test
    void theExamplesNameTheConfiguration() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        Console console = new Session(new ByteArrayInputStream(new byte[0]), stream, stream, Map.of()).console();

        Examples.print(settings(IndexKind.LUCENE, Path.of("/data"), 18080), console);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("./hbase-search search mail 会议纪要 --config /data/config/hbase-search.yaml")
                .contains("kill " + ProcessHandle.current().pid());
    }

    private static QuickstartSettings settings(IndexKind index, Path data, int port) {
        return new QuickstartSettings(index, new QuickstartLayout(data), QuickstartPorts.from(port), HOME);
    }
}
