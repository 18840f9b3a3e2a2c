/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Engine;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.GenerationChange;
import io.hbasesearch.indexer.reindex.run.ReindexProgress;
import io.hbasesearch.indexer.reindex.run.RunState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SelectedRowsTest {
    private static final Limits BOUNDED = new Limits(2, 2_500, 1_000_000, 7);
    private static final Selection SOME = new Selection(
            new KeyRange(ByteArray.wrap(new byte[] {'-', ' ', '\'', 0}), ByteArray.utf8("b")),
            OptionalLong.of(5),
            OptionalLong.of(1_000),
            List.of("d:body", "m"));

    private static RunState run(Selection selection, Limits limits, Optional<GenerationChange> change) {
        return run(selection, limits, change, Engine.DIRECT);
    }

    private static RunState run(Selection selection, Limits limits, Optional<GenerationChange> change, Engine engine) {
        return new RunState(
                "run",
                "",
                new RunState.Generation(UUID.randomUUID(), "hash"),
                new RunState.Job(selection, limits, change, engine),
                RunState.State.STOPPED,
                new RunState.Heartbeat(new RunState.Owner("owner", "owner"), 1, 2, 3),
                ReindexProgress.none(),
                Optional.empty());
    }

    @Test
    void aRunOfAllRowsGoesOnWithoutOptions() {
        assertThat(SelectedRows.command("mail", run(Selection.all(), Limits.standard(4), Optional.empty())))
                .isEqualTo("hbase-search reindex mail");
        assertThat(SelectedRows.row(Selection.all())).isNull();
    }

    @Test
    void oneOfSomeRowsGoesOnWithTheOptionsThatItWasStartedWith() {
        assertThat(SelectedRows.command("mail", run(SOME, BOUNDED, Optional.empty())))
                .isEqualTo("hbase-search reindex mail '--from=- \\x27\\x00' --to=b --since=1970-01-01T00:00:00.005Z"
                        + " --until=1970-01-01T00:00:01Z --where=d:body,m --rows-per-second=2500"
                        + " --bytes-per-second=1000000 --max-lag=7");
        assertThat(SelectedRows.row(SOME)).containsEntry("to", "b").containsEntry("where", List.of("d:body", "m"));
    }

    @Test
    void aMapReduceJobGoesOnAsOne() {
        assertThat(command(Engine.MAPREDUCE)).isEqualTo("hbase-search reindex mail --engine=mapreduce");
        assertThat(command(Engine.SNAPSHOT)).isEqualTo("hbase-search reindex mail --engine=mapreduce --snapshot");
    }

    private static String command(Engine engine) {
        return SelectedRows.command("mail", run(Selection.all(), Limits.standard(4), Optional.empty(), engine));
    }

    @Command
    private static final class Selecting {
        @Mixin
        private ReindexSelection selection = new ReindexSelection();
    }

    /** Else the advice is a command that is refused. */
    @Test
    void theseOptionsSelectTheSameRows() {
        Selecting selecting = new Selecting();
        new CommandLine(selecting)
                .parseArgs(
                        "--from=- \\x27\\x00",
                        "--to=b",
                        "--since=1970-01-01T00:00:00.005Z",
                        "--until=1970-01-01T00:00:01Z",
                        "--where=d:body,m");
        assertThat(selecting.selection.get()).isEqualTo(SOME);
    }

    @Test
    void aChangeThatReadsNoRowsHasNoRates() {
        ChangePlan plan = ChangePlan.dropOld();
        GenerationChange change = GenerationChange.of(plan);
        assertThat(SelectedRows.command("mail", run(Selection.all(), BOUNDED, Optional.of(change))))
                .isEqualTo("hbase-search reindex drop-old mail");
    }
}
