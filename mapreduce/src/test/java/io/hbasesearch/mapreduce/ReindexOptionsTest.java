/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ReindexOptionsTest {
    private static ReindexOptions parsed(String... arguments) {
        ReindexOptions options = new ReindexOptions();
        CommandLine line = new CommandLine(options);
        List<String> all = new ArrayList<>(List.of("--config", "/etc/c.yaml"));
        all.addAll(List.of(arguments));
        all.add("words");
        line.parseArgs(all.toArray(String[]::new));
        options.check(line);
        return options;
    }

    /** As {@code hbase-search reindex --print-command} writes it. */
    @Test
    void whatTheCommandPrintsIsUnderstood() {
        ReindexOptions options = parsed(
                "--from", "a\\x00", "--to", "b", "--since", "5", "--until", "9", "--where", "d,e:f", "--max-lag", "7");
        assertThat(options.index()).isEqualTo("words");
        assertThat(options.config()).isEqualTo(Path.of("/etc/c.yaml"));
        KeyRange keys = new KeyRange(ByteArray.wrap(new byte[] {'a', 0}), ByteArray.utf8("b"));
        assertThat(options.selection())
                .isEqualTo(new Selection(keys, OptionalLong.of(5), OptionalLong.of(9), List.of("d", "e:f")));
        assertThat(options.limits()).isEqualTo(new Limits(1, 0, 0, 7));
        assertThat(options.snapshot()).isFalse();
        assertThat(parsed("--snapshot").snapshot()).isTrue();
    }

    @Test
    void eachTaskHasItsShareOfARate() {
        ReindexOptions options = parsed("--threads", "4", "--rows-per-second", "10.0", "--bytes-per-second", "8");
        assertThat(options.limits()).isEqualTo(new Limits(4, 10, 8, Limits.STANDARD_MAX_LAG));
        assertThat(options.taskLimits()).isEqualTo(new Limits(1, 2.5, 2, Limits.STANDARD_MAX_LAG));
        assertThat(options.tasksAtATime(false)).isEqualTo(4);
        assertThat(parsed().tasksAtATime(false)).isZero();
        assertThat(parsed().tasksAtATime(true)).isPositive();
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        assertRefused("--threads", "--rows-per-second", "10");
        assertRefused("--snapshot", "--snapshot", "--since", "5");
        assertRefused("--from", "--from", "b", "--to", "a");
        assertRefused("--where", "--where", ":q");
    }

    private static void assertRefused(String named, String... arguments) {
        assertThatThrownBy(() -> parsed(arguments))
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageContaining(named);
    }
}
