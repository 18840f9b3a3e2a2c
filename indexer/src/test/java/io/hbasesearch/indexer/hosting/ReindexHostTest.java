/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.MemoryLog;
import io.hbasesearch.indexer.reindex.run.ReindexLog;
import io.hbasesearch.indexer.reindex.run.ReindexRequest;
import io.hbasesearch.indexer.reindex.run.ReindexRun;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.RunStates;
import io.hbasesearch.indexer.reindex.run.Task;
import io.hbasesearch.testing.Fixtures;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the owner of an embedded index takes up again after a failure, and what not. */
@Timeout(120)
class ReindexHostTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Task ALL = Task.inPlace(Selection.all(), Limits.standard(1));
    private static final IndexMetadata LIVE =
            Fixtures.metadata("mail").complete(false).build();

    private final MemoryLog.Store store = new MemoryLog.Store();
    private final Failing service = new Failing();

    /** As a process that was killed leaves it. */
    private void leaveARun() {
        new ReindexRun(new MemoryLog(store), LIVE, () -> LIVE, Clock.systemUTC()).claim(ALL, "");
    }

    private ReindexHost host() {
        return new ReindexHost("mail", service, Duration.ofMillis(20), Duration.ofMillis(50));
    }

    @Test
    void aRunThatWasLeftIsTakenUpAgainAfterAFailureThatPasses() {
        leaveARun();
        service.failures.add(ErrorCode.SERVER_UNREACHABLE);
        try (ReindexHost host = host()) {
            host.start();
            await().atMost(PATIENCE).until(() -> service.state() == RunState.State.DONE);
        }
        assertThat(service.begun).hasSize(2);
    }

    @Test
    void oneThatHasLostSomethingIsTriedOnce() {
        leaveARun();
        service.failures.addAll(List.of(ErrorCode.INDEX_INCOMPATIBLE, ErrorCode.INDEX_INCOMPATIBLE));
        assertThat(begunWithinTwoLooks()).hasSize(1);
        assertThat(service.state()).isEqualTo(RunState.State.RUNNING);
    }

    /** Whoever asked was told so, and asks again if it is still wanted. */
    @Test
    void whatIsAskedForIsTriedOnce() {
        service.log().request(ReindexRequest.start(ALL));
        service.failures.addAll(List.of(ErrorCode.SERVER_UNREACHABLE, ErrorCode.SERVER_UNREACHABLE));
        assertThat(begunWithinTwoLooks()).hasSize(1);
        assertThat(store.entries.get().refusal()).isPresent();
    }

    @Test
    void theNextProcessGoesOnWithARunThatEndedWithThisOne() {
        leaveARun();
        service.stopped = RunState.State.STOPPED;
        service.interrupted = true;
        try (ReindexHost host = host()) {
            host.start();
            await().atMost(PATIENCE).until(() -> !service.begun.isEmpty());
        }
        assertThat(service.state()).isEqualTo(RunState.State.STOPPED);
        service.stopped = null;
        try (ReindexHost host = host()) {
            host.start();
            await().atMost(PATIENCE).until(() -> service.state() == RunState.State.DONE);
        }
    }

    @Test
    void whatACommandStoppedOrCancelledIsNotGoneOnWith() {
        for (RunState.State end : List.of(RunState.State.STOPPED, RunState.State.CANCELLED)) {
            leaveARun();
            service.stopped = end;
            try (ReindexHost host = host()) {
                host.start();
                await().atMost(PATIENCE).until(() -> !service.begun.isEmpty());
            }
            service.begun.clear();
            if (end == RunState.State.CANCELLED) {
                // A request to go on that came before.
                service.log()
                        .request(ReindexRequest.of(
                                ReindexRequest.Verb.START,
                                store.entries.get().run().orElseThrow()));
            }
            assertThat(lookedTwice()).isEmpty();
        }
    }

    private List<String> lookedTwice() {
        try (ReindexHost host = host()) {
            host.start();
            int before = service.looks.get();
            await().atMost(PATIENCE).until(() -> service.looks.get() >= before + 4);
        }
        return service.begun;
    }

    private List<String> begunWithinTwoLooks() {
        try (ReindexHost host = host()) {
            host.start();
            await().atMost(PATIENCE).until(() -> !service.begun.isEmpty());
            int before = service.looks.get();
            // Two of them are its answer.
            await().atMost(PATIENCE).until(() -> service.looks.get() >= before + 4);
        }
        return service.begun;
    }

    /** Does what it is asked for at once, once it has failed as often as it was told to. */
    private final class Failing implements HostedReindexes {
        private final List<ErrorCode> failures = new CopyOnWriteArrayList<>();
        private final List<String> begun = new CopyOnWriteArrayList<>();
        private final AtomicInteger looks = new AtomicInteger();
        private volatile RunState.@Nullable State stopped;
        /** Ends as it does when its process stops. */
        private volatile boolean interrupted;

        RunState.State state() {
            return store.entries.get().run().orElseThrow().state();
        }

        @Override
        public ReindexLog log() {
            looks.incrementAndGet();
            return new MemoryLog(store);
        }

        @Override
        public ReindexRun runs() {
            return new ReindexRun(new MemoryLog(store), LIVE, () -> LIVE, Clock.systemUTC());
        }

        @Override
        public RunState run(Task task, String request, ReindexRun.ProgressListener progress) {
            begun.add(request);
            if (!failures.isEmpty()) {
                throw new HBaseSearchException(failures.remove(0), "not now");
            }
            MemoryLog log = new MemoryLog(store);
            log.own();
            RunState run = store.entries.get().run().orElseThrow();
            if (interrupted && stopped != null) {
                Thread.currentThread().interrupt();
            }
            RunState end = RunStates.next(run, stopped == null ? RunState.State.DONE : stopped);
            log.write(end);
            return end;
        }

        @Override
        public boolean cancelUnowned() {
            throw new AssertionError("nobody asked for it");
        }

        @Override
        public void close() {}
    }
}
