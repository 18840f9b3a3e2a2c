/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Engine;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.Selection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ReindexJsonTest {
    private static final Selection SELECTION = new Selection(
            new KeyRange(ByteArray.wrap(new byte[] {0, (byte) 0xff}), ByteArray.empty()),
            OptionalLong.of(17),
            OptionalLong.empty(),
            List.of("d:note", "e"));

    private static final MarkerPositions MARKED = new MarkerPositions(
            7, Map.of(0, new Position(1L << 40, OptionalInt.of(3)), 2, new Position(5, OptionalInt.empty())));

    @Test
    void aRunIsReadAsItWasWritten() {
        UUID target = UUID.randomUUID();
        ChangePlan plan = new ChangePlan(ChangePlan.Kind.REBUILD, true, true, Verification.FULL, "table: t", "other");
        GenerationChange change = GenerationChange.of(plan).in(GenerationChange.Phase.VERIFYING);
        assertRead(Optional.empty());
        assertRead(Optional.of(change));
        assertRead(Optional.of(change.towards(target)));
    }

    private static MarkerHistory marks() {
        return MarkerHistory.none().and(UUID.randomUUID(), MARKED).and(UUID.randomUUID(), MarkerPositions.none());
    }

    private static void assertRead(Optional<GenerationChange> change) {
        assertRead(change, Engine.DIRECT);
    }

    /** Who was told of none, by an earlier version, has the direct one. */
    @Test
    void theEngineIsSaidWhereItIsAnother() {
        assertRead(Optional.empty(), Engine.MAPREDUCE);
        assertRead(Optional.empty(), Engine.SNAPSHOT);
        ReindexRequest direct = ReindexRequest.start(Task.inPlace(SELECTION, Limits.standard(1)));
        assertThat(new String(ReindexJson.write(direct), StandardCharsets.UTF_8))
                .doesNotContain("engine");
    }

    /** A log may hold runs that an earlier version has written, and readers of that version. */
    @Test
    void theStoredFormStays() {
        String stored =
                """
                {"format":1,"id":"id","request":"","index":"00000000-0000-0001-0000-000000000002","definition_hash":"hash",\
                "selection":{"from":"AP8","to":"","since":17,"where":["d:note","e"]},\
                "limits":{"threads":3,"rows_per_second":10.5,"bytes_per_second":0.0,"max_lag":7},\
                "change":{"kind":"REBUILD","keep_old":true,"accept_fewer":true,"verification":"FULL",\
                "definition":"table: t","definition_hash":"other","phase":"VERIFYING",\
                "target":"00000000-0000-0003-0000-000000000004"},\
                "engine":"MAPREDUCE","state":"PAUSED","owner":"process 1 on h","owner_id":"o","beat":9,\
                "started":1000,"updated":2000,\
                "progress":{"done":[{"from":"","to":"AYA"},{"from":"eA","to":""}],\
                "counts":{"rows":1,"bytes":2,"written":3,"superseded":4,"failed":5,"touched":6,"placeless":7},\
                "fraction":0.25,"note":"waiting","marks":[{"epoch":7,\
                "positions":[{"partition":0,"next_offset":1099511627776,"leader_epoch":3}],\
                "generation":"00000000-0000-0003-0000-000000000004"}]},\
                "failure":{"code":"TIMED_OUT","message":"why","hint":"hint"}}\
                """;
        UUID target = new UUID(3, 4);
        ChangePlan plan = new ChangePlan(ChangePlan.Kind.REBUILD, true, true, Verification.FULL, "table: t", "other");
        GenerationChange change =
                GenerationChange.of(plan).in(GenerationChange.Phase.VERIFYING).towards(target);
        MarkerPositions marked = new MarkerPositions(7, Map.of(0, new Position(1L << 40, OptionalInt.of(3))));
        RunState run =
                run(Optional.of(change), Engine.MAPREDUCE, MarkerHistory.none().and(target, marked));
        assertThat(new String(ReindexJson.write(run), StandardCharsets.UTF_8)).isEqualTo(stored);
        assertThat(ReindexJson.run(stored.getBytes(StandardCharsets.UTF_8))).isEqualTo(run);
    }

    private static void assertRead(Optional<GenerationChange> change, Engine engine) {
        RunState run = run(change, engine, marks());
        assertThat(ReindexJson.run(ReindexJson.write(run))).isEqualTo(run);
    }

    private static RunState run(Optional<GenerationChange> change, Engine engine, MarkerHistory marks) {
        DoneRanges done = DoneRanges.none()
                .plus(new KeyRange(ByteArray.empty(), ByteArray.wrap(new byte[] {1, (byte) 0x80})))
                .plus(new KeyRange(ByteArray.utf8("x"), ByteArray.empty()));
        return new RunState(
                "id",
                "",
                new RunState.Generation(new UUID(1, 2), "hash"),
                new RunState.Job(SELECTION, new Limits(3, 10.5, 0, 7), change, engine),
                RunState.State.PAUSED,
                new RunState.Heartbeat(new RunState.Owner("process 1 on h", "o"), 9, 1_000, 2_000),
                new ReindexProgress(done, new Counts(1, 2, 3, 4, 5, 6, 7), 0.25, "waiting", marks),
                Optional.of(new RunState.Failure(ErrorCode.TIMED_OUT, "why", "hint")));
    }

    @Test
    void aRequestIsReadAsItWasWritten() {
        for (Task task : List.of(
                Task.inPlace(SELECTION, Limits.standard(2)),
                Task.of(ChangePlan.rollBack(), Limits.standard(1)),
                Task.inPlace(SELECTION, Limits.standard(1)).by(Engine.SNAPSHOT))) {
            ReindexRequest request = ReindexRequest.start(task);
            assertThat(ReindexJson.request(ReindexJson.write(request))).isEqualTo(request);
        }
    }

    @Test
    void markersAreReadAsTheyWereWritten() {
        byte[] event = {0, (byte) 0x80, 7};
        Markers markers = new Markers(
                3,
                List.of(
                        new SourceEvent(0, 1L << 40, OptionalInt.of(9), null, event),
                        new SourceEvent(1, 0, OptionalInt.empty(), null, event)),
                1_700_000_000_123L);
        Markers read = ReindexJson.markers(ReindexJson.write(markers));
        assertThat(read.epoch()).isEqualTo(3);
        assertThat(read.readMillis()).isEqualTo(1_700_000_000_123L);
        assertThat(MarkerPositions.of(read)).isEqualTo(MarkerPositions.of(markers));
        assertThat(read.events())
                .allSatisfy(marker -> assertThat(marker.value()).isEqualTo(event));
    }

    @Test
    void whatIsNoRunIsRefused() {
        for (String text : List.of("", "no", "{}", "{\"format\":2}", "{\"format\":1}")) {
            assertThatThrownBy(() -> ReindexJson.run(text.getBytes(StandardCharsets.UTF_8)))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
