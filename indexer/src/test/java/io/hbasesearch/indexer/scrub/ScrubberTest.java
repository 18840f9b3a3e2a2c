/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.config.ScrubConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.pipeline.Piece;
import io.hbasesearch.indexer.pipeline.RangeRepair;
import io.hbasesearch.indexer.pipeline.UpkeepThread;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import io.hbasesearch.indexer.verify.Difference;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ScrubberTest {
    private static final List<KeyRange> RANGES =
            List.of(range("", "b"), range("b", "c"), range("c", "d"), range("d", ""));
    private static final ScrubConfig EAGER =
            new ScrubConfig(true, 1, Duration.ofMillis(5), Duration.ofMillis(5), 1, 10);

    /** One pass in the time of a test. */
    private static final ScrubConfig UNHURRIED =
            new ScrubConfig(true, 1, Duration.ofSeconds(5), Duration.ofMillis(5), 1, 10);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Ranges ranges = new Ranges();
    private final PipelineHealth health = new PipelineHealth("test", Clock.systemUTC());
    private final ScrubState state = new ScrubState("test", true, Metrics.none(), Clock.systemUTC());
    private final AtomicBoolean mine = new AtomicBoolean(true);
    private final MassDeletionGuard brake = new MassDeletionGuard("test", 10, () -> 5_000, health, Metrics.none());
    private volatile StopSignal stop = new StopSignal();
    private Scrubber scrubber;

    @AfterEach
    void close() {
        scrubber.close();
    }

    @Test
    void comparesEveryRangeOfEveryPass() {
        start(new Random(1));
        await().until(() -> ranges.compared.size() >= 12);
        String passed = state.describe();
        scrubber.close();
        for (int pass = 0; pass < 3; pass++) {
            assertThat(ranges.compared.subList(4 * pass, 4 * pass + 4)).containsExactlyInAnyOrderElementsOf(RANGES);
        }
        assertThat(ranges.compared.subList(4, 12)).startsWith(RANGES.get(0)).endsWith(RANGES.get(3));
        assertThat(passed).contains("the last pass ended at").contains("found 0 differences");
    }

    @Test
    void beginsAnywhereAfterAStart() {
        Set<KeyRange> beginnings = new HashSet<>();
        Random random = new Random(1);
        for (int process = 0; process < 40; process++) {
            int before = ranges.compared.size();
            stop = new StopSignal();
            start(random);
            await().pollInterval(Duration.ofMillis(2)).until(() -> ranges.compared.size() > before);
            beginnings.add(ranges.compared.get(before));
            scrubber.close();
        }
        assertThat(beginnings).hasSize(RANGES.size());
    }

    @Test
    void leavesItToTheProcessThatHasTheFirstPartition() {
        mine.set(false);
        ranges.whileComparing = () -> mine.set(ranges.compared.size() < 2);
        start(new Random(1));
        assertThat(new StopSignal().await(Duration.ofMillis(300))).isFalse();
        assertThat(ranges.compared).isEmpty();

        mine.set(true);
        await().until(() -> !mine.get());
        assertThat(ranges.compared).as("given up when the partition went").hasSizeBetween(2, 3);
        assertThat(state.describe()).isEmpty();

        ranges.whileComparing = () -> {};
        mine.set(true);
        await().until(() -> state.describe().contains("the last pass"));
    }

    /** The one that has the partition now says what it finds; an alarm here would never end. */
    @Test
    void whatAPassFoundIsForgottenWhenThePartitionGoesWhileItRests() {
        ranges.whileComparing = () -> tooManyGone();
        start(new Random(1), UNHURRIED);
        await().atMost(PATIENCE).until(() -> state.describe().contains("the last pass") && brake.isOn());
        assertThat(state.describe()).doesNotContain("found 0 differences");

        mine.set(false);
        await().until(() -> state.describe().isEmpty());
        await().until(() -> !brake.isOn() && health.worst().isEmpty());
    }

    @Test
    void whatAPassFoundIsForgottenWhenTheIndexIsLeft() {
        start(new Random(1));
        await().until(() -> state.describe().contains("the last pass"));
        scrubber.close();
        assertThat(state.describe()).isEmpty();
    }

    /** Neither sooner nor later than without having lost the partition. */
    @Test
    void aPartitionThatComesBackDoesNotCutTheRestShort() {
        start(new Random(1), UNHURRIED);
        await().atMost(PATIENCE).until(() -> state.describe().contains("the last pass"));
        long passed = System.nanoTime();
        mine.set(false);
        await().atMost(PATIENCE).until(() -> state.describe().isEmpty());
        mine.set(true);
        assertThat(new StopSignal().await(Duration.ofMillis(500))).isFalse();
        int compared = ranges.compared.size();
        // On a machine that stood still the rest may be over.
        assumeThat(Duration.ofNanos(System.nanoTime() - passed)).isLessThan(UNHURRIED.pauseBetweenPasses());
        assertThat(compared).isEqualTo(RANGES.size());
    }

    @Test
    void aFailureStandsInTheHealthUntilARetrySucceeds() {
        AtomicBoolean down = new AtomicBoolean(true);
        ranges.failures = () -> down.get() ? new HBaseSearchException(ErrorCode.TABLE_NOT_FOUND, "no table") : null;
        start(new Random(1));
        await().until(() -> health.worst().isPresent());
        assertThat(health.worst().orElseThrow().message()).isEqualTo("no table");
        down.set(false);
        await().until(() -> ranges.compared.size() >= 4 && health.worst().isEmpty());
    }

    @Test
    void stopsAtOnceEvenWhileItWaits() {
        ranges.failures = () -> new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "nobody there");
        start(new Random(1));
        await().until(() -> health.worst().isPresent());
        long start = System.nanoTime();
        scrubber.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        assertThat(health.worst()).isEmpty();
    }

    @Test
    void aStopWhileItComparesIsItsEnd() {
        ranges.whileComparing = () -> {
            stop.fire();
            ranges.listed.set(0);
        };
        start(new Random(1));
        await().until(() -> stop.isFired());
        scrubber.close();
        assertThat(ranges.listed).as("nothing is begun after the stop").hasValue(0);
    }

    @Test
    void anErrorDoesNotEndItForGood() {
        AtomicBoolean broken = new AtomicBoolean(true);
        ranges.whileComparing = () -> {
            if (broken.get()) {
                throw new NoClassDefFoundError("a class");
            }
        };
        start(new Random(1));
        await().until(() -> health.worst().isPresent());
        assertThat(health.worst().orElseThrow().message()).isEqualTo("a class");
        broken.set(false);
        await().until(() ->
                state.describe().contains("the last pass") && health.worst().isEmpty());
    }

    @Test
    void aPassThatWasGivenUpIsBegunAgainWhereItWas() {
        ranges.whileComparing = () -> mine.set(ranges.compared.size() != 3);
        start(new Random(1));
        await().until(() -> !mine.get());
        await().until(() -> state.describe().isEmpty());
        ranges.whileComparing = () -> {};
        mine.set(true);
        await().until(() -> ranges.compared.size() >= 7);
        assertThat(ranges.compared.get(3)).isEqualTo(ranges.compared.get(2));
    }

    /** Else it would go on for ever, beside the process that scrubs now. */
    @Test
    void aFailureIsLeftToTheProcessWhoseTurnItIs() {
        ranges.failures = () -> new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "nobody there");
        start(new Random(1));
        await().until(() -> health.worst().isPresent());
        mine.set(false);
        await().until(() -> health.worst().isEmpty());
    }

    private void tooManyGone() {
        RowKey row = RowKey.utf8("row");
        Difference gone = new Difference(Difference.Kind.EXTRA, DocumentId.of(row), Optional.of(row), "for a test");
        for (long i = 0; i <= MassDeletionGuard.ALWAYS_ALLOWED; i++) {
            state.with(brake).differs(gone);
        }
    }

    private void start(Random random) {
        start(random, EAGER);
    }

    private void start(Random random, ScrubConfig config) {
        scrubber = new Scrubber(
                "test", config, ranges, new UpkeepThread.Conditions(mine::get, health, stop), state, brake, random);
        scrubber.start();
    }

    private static KeyRange range(String start, String stop) {
        return new KeyRange(ByteArray.utf8(start), ByteArray.utf8(stop));
    }

    /** Remembers what was compared. */
    private static final class Ranges implements RangeRepair {
        final AtomicInteger listed = new AtomicInteger();
        final List<KeyRange> compared = new CopyOnWriteArrayList<>();
        volatile Supplier<HBaseSearchException> failures = () -> null;
        volatile Runnable whileComparing = () -> {};

        @Override
        public List<Piece> pieces(KeyRange range) {
            listed.incrementAndGet();
            return RANGES.stream().map(Piece::new).toList();
        }

        @Override
        public void repair(Piece piece, Predicate<RowKey> wanted, BooleanSupplier cancelled) {
            HBaseSearchException failure = failures.get();
            if (failure != null) {
                throw failure;
            }
            compared.add(piece.left());
            whileComparing.run();
            if (!cancelled.getAsBoolean()) {
                piece.reached(Optional.empty());
            }
        }
    }
}
