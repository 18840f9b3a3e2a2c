/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.administration.reindex.MapReduceCommand;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** What the options of reindex mean, and the command that goes on. */
class ReindexCommandTest {
    @Command(name = "reindex")
    static final class Options {
        @Mixin
        ReindexSelection selection = new ReindexSelection();

        @Mixin
        ReindexLimits limits = new ReindexLimits();

        @Mixin
        ReindexEngine engine = new ReindexEngine();

        @Parameters(arity = "0..1")
        String index = "";
    }

    @Test
    void aSnapshotThatIsThereAlreadyIsRefusedWithTheReason() {
        assertThatThrownBy(() -> parsed("--engine", "MAPREDUCE", "--snapshot=mine"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("older than the markers");
        Options options = parsed("--engine", "MAPREDUCE", "--snapshot", "words");
        assertThat(options.index).isEqualTo("words");
        options.engine.check(Selection.all());
        assertThatThrownBy(() -> parsed("--snapshot").engine.check(Selection.all()))
                .hasMessageContaining("--engine mapreduce");
        Options timed = parsed("--engine", "MAPREDUCE", "--snapshot", "--since", "5000");
        assertThatThrownBy(() -> timed.engine.check(timed.selection.get())).hasMessageContaining("--since");
    }

    @Test
    void theJobIsGivenWhatTheCommandWasGiven() {
        Options options = parsed("--from", "a\\x00", "--since", "5", "--where", "d,e:f", "--rows-per-second", "9");
        assertThat(MapReduceCommand.arguments(
                        Path.of("/etc/c.yaml"), "words", false, options.selection.get(), options.limits.get(), 3))
                .containsExactly(
                        "--config",
                        "/etc/c.yaml",
                        "--from",
                        "a\\x00",
                        "--since",
                        "5",
                        "--where",
                        "d,e:f",
                        "--threads",
                        "3",
                        "--rows-per-second",
                        "9.0",
                        "words");
    }

    private static Options parsed(String... arguments) {
        Options options = new Options();
        new CommandLine(options).parseArgs(arguments);
        return options;
    }

    @Test
    void withoutOptionsEveryRowIsMeant() {
        assertThat(parsed().selection.get()).isEqualTo(Selection.all());
        assertThat(parsed().limits.get().maxLag()).isEqualTo(Limits.STANDARD_MAX_LAG);
        assertThat(parsed().limits.get().rowsPerSecond()).isZero();
    }

    @Test
    void rowsAreSelectedByKeysTimesAndColumns() {
        Selection selection = parsed(
                        "--from",
                        "61",
                        "--to=62",
                        "--key-format",
                        "hex",
                        "--since",
                        "1970-01-01T00:00:01Z",
                        "--until",
                        "5000",
                        "--where",
                        "d:note,e",
                        "--where",
                        "f")
                .selection
                .get();
        assertThat(selection)
                .isEqualTo(new Selection(
                        new KeyRange(ByteArray.utf8("a"), ByteArray.utf8("b")),
                        OptionalLong.of(1_000),
                        OptionalLong.of(5_000),
                        List.of("d:note", "e", "f")));
    }

    @Test
    void whatNoRowCanBeIsRefused() {
        assertThatThrownBy(() -> parsed("--from", "b", "--to", "a").selection.get())
                .isInstanceOf(ParameterException.class);
        assertThatThrownBy(
                        () -> parsed("--since", "5", "--until", "5").selection.get())
                .isInstanceOf(ParameterException.class);
        assertThatThrownBy(() -> parsed("--since", "yesterday")).hasMessageContaining("yesterday");
        assertThatThrownBy(() -> parsed("--where", ":q").selection.get()).hasMessageContaining("family");
        assertThatThrownBy(() -> parsed("--threads", "0").limits.get()).hasMessageContaining("--threads");
        assertThatThrownBy(() -> parsed("--rows-per-second=-1").limits.get()).hasMessageContaining("--rows-per-second");
        assertThatThrownBy(() -> parsed("--max-lag=-1").limits.get()).hasMessageContaining("--max-lag");
    }

    @Test
    void goingOnTakesTheOptionsThatWereGiven() {
        assertThat(command("mail", "--from", "a b", "--rows-per-second", "100").resume())
                .isEqualTo("Go on with: hbase-search reindex mail --from 'a b' --rows-per-second 100");
    }

    @Test
    void afterATrialTheSameRowsAreMeantAndTheSameWay() {
        assertThat(command("mail", "--dry-run", "--sample", "5", "--from", "a b", "--where", "d")
                        .withoutTrial())
                .isEqualTo("hbase-search reindex mail --from 'a b' --where d");
        assertThat(command("mail", "--rebuild", "--dry-run").withoutTrial())
                .isEqualTo("hbase-search reindex mail --rebuild");
    }

    private static ReindexCommand command(String... arguments) {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
        Session session = new Session(new ByteArrayInputStream(new byte[0]), nowhere, nowhere, Map.of());
        ReindexCommand command = new ReindexCommand(session);
        CommandLine.IFactory factory = new CommandLine.IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                for (var constructor : type.getDeclaredConstructors()) {
                    if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == Session.class) {
                        constructor.setAccessible(true);
                        return type.cast(constructor.newInstance(session));
                    }
                }
                return CommandLine.defaultFactory().create(type);
            }
        };
        new CommandLine(command, factory).parseArgs(arguments);
        return command;
    }
}
