/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.testing.Fixtures;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BulkBufferTest {
    private static final int MANY = 1_000;
    private static final long LARGE = 1 << 20;

    private Thread adder;

    @Test
    void operationsComeOutInOrderAndWithinTheBoundsOfARequest() throws Exception {
        BulkBuffer buffer = new BulkBuffer(MANY, LARGE);
        List<PendingWrite> writes = writes(5, "cat");
        assertThat(buffer.add(new ArrayDeque<>(writes))).isTrue();
        assertThat(buffer.take(2, LARGE)).isEqualTo(writes.subList(0, 2));
        assertThat(buffer.take(MANY, bytes(writes.subList(2, 4)))).isEqualTo(writes.subList(2, 4));
        assertThat(buffer.take(MANY, 1)).as("one at least").isEqualTo(writes.subList(4, 5));
    }

    @Test
    void roomIsTakenUpUntilAnOperationHasItsResult() throws Exception {
        BulkBuffer buffer = new BulkBuffer(3, LARGE);
        List<PendingWrite> writes = writes(4, "cat");
        CompletableFuture<Boolean> added = add(buffer, writes);
        awaitBlocked();
        List<PendingWrite> taken = buffer.take(MANY, LARGE);
        assertThat(taken).isEqualTo(writes.subList(0, 3));
        awaitBlocked();
        assertThat(buffer.operations()).isEqualTo(3);
        buffer.release(taken.subList(0, 1));
        assertThat(added.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(buffer.take(MANY, LARGE)).isEqualTo(writes.subList(3, 4));
    }

    @Test
    void bytesBoundTheBufferToo() throws Exception {
        List<PendingWrite> writes = writes(3, "cat ".repeat(100));
        long two = bytes(writes.subList(0, 2));
        BulkBuffer buffer = new BulkBuffer(MANY, two);
        CompletableFuture<Boolean> added = add(buffer, writes);
        awaitBlocked();
        assertThat(buffer.operations()).isEqualTo(2);
        assertThat(buffer.bytes()).isEqualTo(two);
        buffer.release(buffer.take(MANY, LARGE));
        assertThat(added.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void ofOperationsLargerThanTheBufferOneIsInAtATime() throws Exception {
        BulkBuffer buffer = new BulkBuffer(MANY, 10);
        List<PendingWrite> writes = writes(2, "cat");
        CompletableFuture<Boolean> added = add(buffer, writes);
        awaitBlocked();
        List<PendingWrite> first = buffer.take(MANY, LARGE);
        assertThat(first).isEqualTo(writes.subList(0, 1));
        buffer.release(first);
        assertThat(added.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void closingLetsNothingMoreInAndEverythingOut() throws Exception {
        BulkBuffer buffer = new BulkBuffer(2, LARGE);
        List<PendingWrite> writes = writes(3, "cat");
        CompletableFuture<Boolean> added = add(buffer, writes);
        awaitBlocked();
        buffer.close();
        assertThat(added.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(buffer.take(MANY, LARGE)).isEqualTo(writes.subList(0, 2));
        assertThat(buffer.take(MANY, LARGE)).isEmpty();
        Queue<PendingWrite> late = new ArrayDeque<>(writes);
        assertThat(buffer.add(late)).isFalse();
        assertThat(late).as("not taken").containsExactlyElementsOf(writes);
    }

    @Test
    void whatIsAbandonedWasNotTaken() throws Exception {
        BulkBuffer buffer = new BulkBuffer(MANY, LARGE);
        List<PendingWrite> writes = writes(3, "cat");
        buffer.add(new ArrayDeque<>(writes));
        List<PendingWrite> taken = buffer.take(1, LARGE);
        assertThat(buffer.abandon()).isEqualTo(writes.subList(1, 3));
        assertThat(buffer.take(MANY, LARGE)).isEmpty();
        buffer.release(taken);
        assertThat(buffer.operations()).isZero();
        assertThat(buffer.bytes()).isZero();
    }

    @Test
    void whatWaitsForAShardIsSentApartFromTheRestAndOneRequestAtATime() throws Exception {
        BulkBuffer buffer = new BulkBuffer(MANY, LARGE);
        List<PendingWrite> writes = writes(6, "cat");
        buffer.add(new ArrayDeque<>(writes));
        assertThat(buffer.take(4, LARGE)).isEqualTo(writes.subList(0, 4));
        putAside(buffer, ItemOutcome.Delay.AWAY, writes.subList(0, 2));
        List<PendingWrite> apart = buffer.take(MANY, LARGE);
        assertThat(apart).isEqualTo(writes.subList(0, 2));
        putAside(buffer, ItemOutcome.Delay.AWAY, writes.subList(2, 4));
        assertThat(buffer.take(1, LARGE)).isEqualTo(writes.subList(4, 5));
        assertThat(buffer.take(MANY, LARGE)).as("one is under way").isEqualTo(writes.subList(5, 6));
        buffer.sent(apart);
        assertThat(buffer.take(MANY, LARGE)).isEqualTo(writes.subList(2, 4));
    }

    @Test
    void whatWaitsForAShardAndTheRestHaveTheirTurns() throws Exception {
        BulkBuffer buffer = new BulkBuffer(MANY, LARGE);
        List<PendingWrite> writes = writes(3, "cat");
        buffer.add(new ArrayDeque<>(writes));
        buffer.take(1, LARGE);
        putAside(buffer, ItemOutcome.Delay.AWAY, writes.subList(0, 1));
        List<PendingWrite> apart = buffer.take(1, LARGE);
        putAside(buffer, ItemOutcome.Delay.AWAY, apart);
        buffer.sent(apart);
        assertThat(buffer.take(1, LARGE)).isEqualTo(writes.subList(1, 2));
        assertThat(buffer.take(1, LARGE)).isEqualTo(writes.subList(0, 1));
    }

    @Test
    void whatWasRefusedAloneIsSentAlone() throws Exception {
        BulkBuffer buffer = new BulkBuffer(MANY, LARGE);
        List<PendingWrite> writes = writes(4, "cat");
        buffer.add(new ArrayDeque<>(writes));
        buffer.take(2, LARGE);
        writes.subList(0, 2).forEach(write -> write.refusedAlone(RejectionHistory.first(0, 0)));
        putAside(buffer, ItemOutcome.Delay.THROTTLED, writes.subList(0, 2));
        List<PendingWrite> alone = buffer.take(MANY, LARGE);
        assertThat(alone).isEqualTo(writes.subList(0, 1));
        buffer.sent(alone);
        assertThat(buffer.take(MANY, LARGE)).isEqualTo(writes.subList(2, 4));
        assertThat(buffer.take(MANY, LARGE)).isEqualTo(writes.subList(1, 2));
    }

    @Test
    void anOperationLargerThanTheBufferLeavesRoomForOthersThatAreNot() throws Exception {
        List<PendingWrite> large = writes(2, "cat ".repeat(100));
        List<PendingWrite> small = writes(2, "cat");
        BulkBuffer buffer = new BulkBuffer(MANY, bytes(small));
        assertThat(buffer.add(new ArrayDeque<>(large.subList(0, 1)))).isTrue();
        assertThat(buffer.add(new ArrayDeque<>(small))).isTrue();
        assertThat(buffer.bytes()).isEqualTo(bytes(small) + bytes(large.subList(0, 1)));
        CompletableFuture<Boolean> added = add(buffer, large.subList(1, 2));
        awaitBlocked();
        buffer.release(buffer.take(1, LARGE));
        assertThat(added.get(10, TimeUnit.SECONDS)).isTrue();
    }

    private static void putAside(BulkBuffer buffer, ItemOutcome.Delay why, List<PendingWrite> writes) {
        writes.forEach(write -> write.attemptFailed(why));
        assertThat(buffer.putAside(writes, Duration.ZERO)).isTrue();
    }

    /** Added up, as operations need not be of one length. */
    private static long bytes(List<PendingWrite> writes) {
        return writes.stream().mapToLong(PendingWrite::bytes).sum();
    }

    private CompletableFuture<Boolean> add(BulkBuffer buffer, List<PendingWrite> writes) {
        CompletableFuture<Boolean> added = new CompletableFuture<>();
        adder = new Thread(
                () -> {
                    try {
                        added.complete(buffer.add(new ArrayDeque<>(writes)));
                    } catch (InterruptedException | RuntimeException e) {
                        added.completeExceptionally(e);
                    }
                },
                "bulk-buffer-adder");
        adder.start();
        return added;
    }

    private void awaitBlocked() {
        Awaitility.await().until(() -> adder.getState() == Thread.State.WAITING);
    }

    private static List<PendingWrite> writes(int count, String body) {
        List<PendingWrite> writes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            writes.add(new PendingWrite(Unheard.LISTENER, i, Fixtures.upsert("row" + i, i, body)));
        }
        return writes;
    }
}
