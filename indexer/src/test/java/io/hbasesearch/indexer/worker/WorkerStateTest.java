/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.indexer.pipeline.PipelineProgress;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import io.hbasesearch.indexer.scrub.ScrubState;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class WorkerStateTest {
    private final Clock clock = Clock.systemUTC();
    private final PipelineHealth health = new PipelineHealth("test", clock);
    private final WorkerState state = new WorkerState(
            "test", health, new PipelineProgress(), new ScrubState("test", true, Metrics.none(), clock), clock);

    @Test
    void aWarningLeavesAnIndexInItsStateAndAFailureComesFirst() {
        PipelineHealth.HealthIssue warning = health.warning("deletions", "so many deletions");
        assertThat(state.status().isWell()).isTrue();
        assertThat(state.status().warns()).isTrue();
        assertThat(state.status().reason().message()).isEqualTo("so many deletions");

        PipelineHealth.HealthIssue failure = health.ailing("polling", new IllegalStateException("no broker answers"));
        assertThat(state.status().state()).isEqualTo(IndexStatus.State.DEGRADED);
        assertThat(state.status().reason().message()).isEqualTo("no broker answers");

        failure.close();
        warning.close();
        assertThat(state.status().warns()).isFalse();
        assertThat(state.status().reason().message()).isEmpty();
    }
}
