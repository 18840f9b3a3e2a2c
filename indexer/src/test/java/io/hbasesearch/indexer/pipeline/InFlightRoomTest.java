/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Several indexes in one room. */
class InFlightRoomTest {
    private static final int BYTES = 1_000;

    private final InFlightRoom room = new InFlightRoom(BYTES);

    @Test
    void indexesThatStandStillLeaveOneReadToEachOther() throws Exception {
        List<InFlightRoom.Share> still = List.of(share(), share());
        for (InFlightRoom.Share share : still) {
            share.reserve(250);
        }
        CompletableFuture<Long> waiting = reserving(still.get(0), 1);
        awaitWaiting(1);
        for (int i = 0; i < 5; i++) {
            InFlightRoom.Share other = share();
            assertThat(other.reserve(100)).isEqualTo(100);
        }
        assertThat(room.rowBytes()).isEqualTo(BYTES);
        assertThat(waiting).isNotDone();
    }

    @Test
    void anIndexThatNeverReleasesStarvesNoOther() throws Exception {
        InFlightRoom.Share still = share();
        still.reserve(BYTES / 2);
        InFlightRoom.Share going = share();
        for (int i = 0; i < 1_000; i++) {
            going.giveBack(going.reserve(BYTES / 2));
        }
        assertThat(room.rowBytes()).isEqualTo(BYTES / 2);
    }

    @Test
    void whoHoldsLessGoesFirst() throws Exception {
        InFlightRoom.Share much = share();
        InFlightRoom.Share little = share();
        little.reserve(50);
        much.reserve(450);
        CompletableFuture<Long> first = reserving(much, 50);
        awaitWaiting(1);
        CompletableFuture<Long> second = reserving(little, 300);
        awaitWaiting(2);
        much.giveBack(100);
        // Enough for the one that holds much, but the other one would have to wait for longer.
        assertWaits(first);
        much.giveBack(200);
        second.get(10, TimeUnit.SECONDS);
        much.giveBack(150);
        first.get(10, TimeUnit.SECONDS);
        assertThat(room.rowBytes()).isEqualTo(50 + 300 + 50);
    }

    /** It could not go on whatever others do, so they do not wait for it. */
    @Test
    void nobodyWaitsForAnIndexThatHoldsAllThatItMay() throws Exception {
        InFlightRoom.Share small = room.share(100);
        small.reserve(100);
        CompletableFuture<Long> waiting = reserving(small, 100);
        awaitWaiting(1);
        InFlightRoom.Share other = share();
        other.reserve(150);
        assertThat(other.reserve(150)).isEqualTo(150);
        assertThat(waiting).isNotDone();
    }

    /** Else small reads of its own would go past it for ever. */
    @Test
    void aLargeReadIsNotPassedByThoseOfItsOwnIndex() throws Exception {
        InFlightRoom.Share share = room.share(400);
        share.reserve(300);
        CompletableFuture<Long> large = reserving(share, 400);
        awaitWaiting(1);
        CompletableFuture<Long> small = reserving(share, 1);
        awaitWaiting(2);
        assertWaits(small);
        share.giveBack(300);
        large.get(10, TimeUnit.SECONDS);
        assertWaits(small);
        share.giveBack(400);
        small.get(10, TimeUnit.SECONDS);
    }

    @Test
    void aReadThatBringsMoreThanThereIsRoomForIsGivenUp() throws Exception {
        InFlightRoom.Share still = share();
        still.reserve(500);
        InFlightRoom.Share share = share();
        long reserved = share.reserve(100);
        assertThat(share.settle(reserved, 501)).isFalse();
        assertThat(room.rowBytes()).isEqualTo(600);
        assertThat(share.settle(reserved, 500)).isTrue();
        assertThat(room.rowBytes()).isEqualTo(BYTES);
        share.giveBack(500);
        assertThat(room.rowBytes()).isEqualTo(500);
    }

    @Test
    void aRowThatIsLargerThanTheRoomIsLetInByItself() throws Exception {
        InFlightRoom.Share other = share();
        other.reserve(1);
        InFlightRoom.Share share = share();
        CompletableFuture<Long> large = reserving(share, 5_000);
        awaitWaiting(1);
        assertWaits(large);
        other.giveBack(1);
        long reserved = large.get(10, TimeUnit.SECONDS);
        assertThat(share.settle(reserved, 5_000)).isTrue();
        CompletableFuture<Long> waiting = reserving(other, 1);
        assertWaits(waiting);
        share.giveBack(5_000);
        waiting.get(10, TimeUnit.SECONDS);
    }

    @Test
    void whatAnIndexHeldIsFreeOnceItIsClosed() throws Exception {
        InFlightRoom.Share ended = share();
        ended.reserve(500);
        ended.addEvents(500);
        ended.close();
        ended.giveBack(500);
        ended.addEvents(-500);
        ended.close();
        assertThat(room.rowBytes()).isZero();
        InFlightRoom.Share next = share();
        next.addEvents(1);
        assertThat(next.hasRoomForEvents()).isTrue();
        next.reserve(400);
        next.reserve(100);
        assertThat(room.rowBytes()).isEqualTo(500);
    }

    @Test
    void whoIsInterruptedLeavesNothingBehind() throws Exception {
        InFlightRoom.Share share = share();
        share.reserve(500);
        CompletableFuture<Long> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(share.reserve(500));
            } catch (InterruptedException e) {
                result.completeExceptionally(e);
            }
        });
        thread.start();
        thread.interrupt();
        assertThatThrownBy(() -> result.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        share.giveBack(500);
        assertThat(share.reserve(500)).isEqualTo(500);
        assertThat(room.rowBytes()).isEqualTo(500);
    }

    @Test
    void eventsOfAllIndexesHaveRoomTogetherAndEachIndexHasOnePoll() {
        InFlightRoom.Share still = share();
        InFlightRoom.Share other = share();
        still.addEvents(BYTES);
        assertThat(still.hasRoomForEvents()).isFalse();
        assertThat(other.hasRoomForEvents()).isTrue();
        other.addEvents(1);
        assertThat(other.hasRoomForEvents()).isFalse();
        still.addEvents(-BYTES);
        assertThat(other.hasRoomForEvents()).isTrue();
    }

    @Test
    void readsAreSmallerTheMoreIndexesThereAre() {
        InFlightRoom large = new InFlightRoom(64L << 20);
        long alone = large.bytesOfRead();
        for (int i = 0; i < 20; i++) {
            InFlightRoom.Share unused = large.share(1);
        }
        assertThat(20 * large.bytesOfRead()).isLessThanOrEqualTo(alone);
    }

    /** Of ten indexes with three readers each, one of which never writes. */
    @Test
    void theBoundHoldsAndAllButTheOneThatStandsStillGetOn() throws Exception {
        int rounds = 200;
        InFlightRoom.Share still = share();
        CompletableFuture<Void> stuck = CompletableFuture.runAsync(
                () -> {
                    try {
                        while (true) {
                            still.reserve(90);
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                task -> {
                    Thread thread = new Thread(task);
                    thread.setDaemon(true);
                    thread.start();
                });
        ExecutorService writer = Executors.newSingleThreadExecutor();
        AtomicLong highest = new AtomicLong();
        List<CompletableFuture<Void>> others = new ArrayList<>();
        for (int index = 0; index < 9; index++) {
            InFlightRoom.Share share = share();
            for (int reader = 0; reader < 3; reader++) {
                Random random = new Random(10L * index + reader);
                others.add(CompletableFuture.runAsync(
                        () -> work(share, rounds, random, writer, highest), task -> new Thread(task).start()));
            }
        }
        for (CompletableFuture<Void> other : others) {
            other.get(60, TimeUnit.SECONDS);
        }
        writer.shutdown();
        assertThat(writer.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(highest.get()).isBetween(BYTES / 2L, (long) BYTES);
        assertThat(stuck).isNotDone();
    }

    private void work(InFlightRoom.Share share, int rounds, Random random, ExecutorService writer, AtomicLong highest) {
        for (int i = 0; i < rounds; i++) {
            long needed = 1 + random.nextInt(100);
            long reserved = reserve(share, needed / 2);
            while (!share.settle(reserved, needed)) {
                share.giveBack(reserved);
                reserved = reserve(share, needed);
            }
            highest.accumulateAndGet(room.rowBytes(), Math::max);
            writer.execute(() -> share.giveBack(needed));
        }
    }

    private InFlightRoom.Share share() {
        return room.share(Long.MAX_VALUE / 2);
    }

    private static long reserve(InFlightRoom.Share share, long bytes) {
        try {
            return share.reserve(bytes);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private CompletableFuture<Long> reserving(InFlightRoom.Share share, long bytes) {
        return CompletableFuture.supplyAsync(() -> reserve(share, bytes), task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
        });
    }

    private void awaitWaiting(int number) {
        Awaitility.await().until(() -> room.waiting() == number);
    }

    /** For as long as one that does not wait would take many times. */
    private static void assertWaits(CompletableFuture<Long> waiter) {
        assertThatThrownBy(() -> waiter.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
    }
}
