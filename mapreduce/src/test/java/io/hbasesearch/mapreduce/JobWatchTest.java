/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.scan.MarkerRecorder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class JobWatchTest {
    private static final TaskAttemptID ATTEMPT = new TaskAttemptID("job", 1, TaskType.MAP, 0, 0);

    @TempDir
    java.nio.file.Path temp;

    private final List<MarkerPositions> kept = new ArrayList<>();
    private final Deque<HBaseSearchException> refusals = new ArrayDeque<>();
    private final List<KeyRange> done = new ArrayList<>();
    private final StopSignal stop = new StopSignal();
    private final RetryPolicy patience = RetryPolicy.within(Duration.ofSeconds(30), stop);
    private FileSystem files;
    private Path directory;
    private TaskReports driver;
    private TaskReports task;

    @BeforeEach
    void create() throws IOException {
        files = FileSystem.getLocal(new Configuration(false));
        directory = new Path(temp.resolve("reports").toUri());
        driver = new TaskReports(files, directory);
        driver.create();
        task = new TaskReports(files, directory);
    }

    private final ReindexListener log = new ReindexListener() {
        @Override
        public void done(DoneRanges all, Counts soFar) {}

        @Override
        public void progress(Counts soFar, double fraction, String note) {}

        @Override
        public void marked(MarkerPositions appended) {
            if (!refusals.isEmpty()) {
                throw refusals.remove();
            }
            kept.add(appended);
        }
    };

    /** Its task goes on until it is killed, and marks once more then. */
    private class Job implements RunningJob {
        private final int looks;
        private int looked;
        private boolean killed;

        Job(int looks) {
            this.looks = looks;
        }

        @Override
        public String name() {
            return "job_1";
        }

        @Override
        public boolean isComplete() {
            return killed || looked++ >= looks;
        }

        @Override
        public Optional<Counts> counts() {
            return Optional.empty();
        }

        @Override
        public void kill() {
            mark(9);
            end();
        }

        final void end() {
            killed = true;
        }
    }

    private void mark(long offset) {
        try {
            task.marked(ATTEMPT, upTo(offset));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MarkerPositions upTo(long offset) {
        return new MarkerPositions(2, Map.of(0, new Position(offset, OptionalInt.of(1))));
    }

    private TaskReportConsumer hearing() {
        return new TaskReportConsumer(new MarkerRecorder(2, marked -> {}, log), done::addAll);
    }

    private JobWatch watch(Job job) {
        return new JobWatch(job, driver, hearing(), stop, patience);
    }

    private void assertSilenced() throws IOException {
        try (Stream<java.nio.file.Path> left = Files.list(temp)) {
            assertThat(left).isEmpty();
        }
        assertThatThrownBy(() -> task.marked(ATTEMPT, upTo(11))).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void ofAJobThatEndsEverythingIsHeard() throws Exception {
        mark(5);
        task.done(ATTEMPT, KeyRange.all());
        assertThat(watch(new Job(0)).await(() -> true)).isTrue();
        assertThat(kept).containsExactly(upTo(5));
        assertThat(done).containsExactly(KeyRange.all());
        assertSilenced();
    }

    @Test
    void whatATaskMarksWhileItsJobIsEndedIsHeardAndLaterOnItCannot() throws Exception {
        assertThat(watch(new Job(Integer.MAX_VALUE)).await(() -> false)).isFalse();
        assertThat(kept).containsExactly(upTo(9));
        assertSilenced();
    }

    @Test
    void soItIsWhereTheRunFailsOrIsCancelled() throws Exception {
        HBaseSearchException cancelled = new HBaseSearchException(ErrorCode.READ_TOO_OLD, "the end of the run");
        assertThatThrownBy(() -> watch(new Job(Integer.MAX_VALUE)).await(() -> {
                    throw cancelled;
                }))
                .isSameAs(cancelled);
        assertThat(kept).containsExactly(upTo(9));
        assertSilenced();
    }

    @Test
    void soItIsWhereTheDriverIsAskedToStop() throws Exception {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> watch(new Job(Integer.MAX_VALUE)).await(() -> true))
                    .isInstanceOf(StoppedException.class);
        } finally {
            assertThat(Thread.interrupted()).as("it stays set").isTrue();
        }
        assertThat(kept).containsExactly(upTo(9));
        assertSilenced();
    }

    @Test
    void aLogThatIsAwayForAMomentIsBorneWith() throws Exception {
        refusals.add(new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no leader"));
        mark(5);
        task.done(ATTEMPT, KeyRange.all());
        assertThat(watch(new Job(1)).await(() -> true)).isTrue();
        assertThat(refusals).isEmpty();
        assertThat(kept).containsExactly(upTo(5));
        assertThat(done).containsExactly(KeyRange.all());
    }

    @Test
    void aDriverThatAnotherHasTakenOverEndsItsJobAtOnce() throws Exception {
        Job job = new Job(Integer.MAX_VALUE) {
            @Override
            public void kill() {
                end();
            }
        };
        assertThatThrownBy(() -> watch(job).await(() -> {
                    hearing().takeOver(new TaskReports(files, directory), patience);
                    return true;
                }))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INDEX_LOCKED));
        assertThat(job.isComplete()).isTrue();
        assertSilenced();
    }

    /** It was about to end: nothing is left to hear. */
    @Test
    void whatItsOwnDriverTakesAwayMeanwhileIsNoLoss() throws Exception {
        driver.close();
        hearing().takeOver(new TaskReports(files, directory), patience);
        assertThat(kept).isEmpty();
    }

    @Test
    void whatADriverCouldNotHearIsHeardByTheNextOne() throws Exception {
        for (int i = 0; i < 2; i++) {
            refusals.add(
                    new HBaseSearchException(ErrorCode.INDEX_LOCKED, "another process has taken the reindex over"));
        }
        mark(5);
        assertThatThrownBy(() -> watch(new Job(Integer.MAX_VALUE)).await(() -> true))
                .hasMessageContaining("has taken the reindex over");
        assertThat(refusals).isEmpty();
        assertThat(kept).isEmpty();
        FileStatus[] left = files.listStatus(new Path(temp.toUri()));
        assertThat(left).hasSize(1);
        hearing().takeOver(new TaskReports(files, left[0].getPath()), patience);
        assertThat(kept).last().isEqualTo(upTo(9));
        assertSilenced();
    }
}
