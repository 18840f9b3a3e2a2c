/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.indexer.pipeline.FakeSource;
import io.hbasesearch.indexer.pipeline.FakeTopic;
import io.hbasesearch.indexer.pipeline.PipelineRig;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the health says of commits that fail. */
class OffsetCommitterTest {
    private final FakeTopic topic = new FakeTopic(2, new AtomicLong());
    private final FakeSource source = new FakeSource(topic, 10);
    private final OffsetTracker tracker = new OffsetTracker();
    private final PipelineHealth health = new PipelineHealth("words", Clock.systemUTC());
    private final AtomicBoolean down = new AtomicBoolean(true);
    private final OffsetCommitter committer = new OffsetCommitter(source, null, tracker, health, Duration.ZERO);

    @BeforeEach
    void aCommitFails() {
        source.commitFailures = () -> down.get() ? PipelineRig.unreachable() : null;
        tracker.track(0, 0, OptionalInt.empty()).acknowledge();
        committer.commit(Duration.ZERO);
        committer.commit(Duration.ZERO);
        assertThat(health.worst()).isPresent();
    }

    @Test
    void aFailureIsOverOnceTheCommitIsMadeAgain() {
        down.set(false);
        committer.commit(Duration.ZERO);
        committer.commit(Duration.ZERO);
        assertThat(health.worst()).isEmpty();
    }

    @Test
    void failureOfLostPartitionsEndsWithoutFurtherCommits() {
        lose(0);
        committer.commit(Duration.ZERO);
        committer.commit(Duration.ZERO);
        assertThat(health.worst()).isEmpty();
    }

    @Test
    void aFailureOfPartitionsThatAreLeftStays() {
        tracker.track(1, 0, OptionalInt.empty()).acknowledge();
        lose(0);
        committer.commit(Duration.ZERO);
        committer.commit(Duration.ZERO);
        assertThat(health.worst()).isPresent();
    }

    @Test
    void theNextFailureIsToldAsTheFirstWas() {
        lose(0);
        committer.commit(Duration.ZERO);
        tracker.track(1, 0, OptionalInt.empty()).acknowledge();
        committer.commit(Duration.ZERO);
        committer.commit(Duration.ZERO);
        assertThat(health.worst()).isPresent();
    }

    private void lose(int partition) {
        tracker.drop(Set.of(partition));
        committer.forget(Set.of(partition));
    }
}
