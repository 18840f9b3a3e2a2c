/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.indexer.pipeline.PipelineProgress;
import io.hbasesearch.indexer.worker.IndexStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an indexer says of itself where its health is asked. */
class IndexerCheckTest {
    private static final String SCRUB = "scrub: 40 % of a pass, 2 differences so far";

    @Test
    void everyIndexThatIsUnwellIsNamedWithWhatAilsIt() {
        CheckResult result = judge(List.of(
                status("mail", IndexStatus.State.RUNNING, "", ""),
                status("news", IndexStatus.State.DEGRADED, "no broker answers", ""),
                status("notes", IndexStatus.State.NO_INDEX, "not created yet", "")));

        assertThat(result.ok()).isFalse();
        assertThat(result.message())
                .contains("index news is DEGRADED", "no broker answers")
                .doesNotContain("notes");
    }

    @Test
    void whatHealsAnIndexThatFailedIsToldWithTheCause() {
        IndexStatus failed = new IndexStatus(
                "mail",
                IndexStatus.State.FAILED,
                Instant.EPOCH,
                new IndexStatus.Reason(
                        "its offsets are gone",
                        Optional.of(ErrorCode.OFFSETS_LOST),
                        Optional.of(Remedies.createAnew("mail"))),
                PipelineProgress.Snapshot.NONE,
                "");
        assertThat(judge(List.of(failed)).message())
                .contains("because: its offsets are gone. Create the index anew: hbase-search index delete mail,");
    }

    @Test
    void aWarningFailsNothing() {
        IndexStatus warned = status("mail", IndexStatus.State.RUNNING, "so many deletions", "");
        assertThat(judge(List.of(warned, status("news", IndexStatus.State.NO_INDEX, "not created yet", ""))))
                .isEqualTo(CheckResult.warning("index mail: so many deletions"));

        CheckResult both = judge(List.of(warned, status("news", IndexStatus.State.DEGRADED, "no broker answers", "")));
        assertThat(both.ok()).isFalse();
        assertThat(both.message()).contains("index mail: so many deletions", "no broker answers");
    }

    @Test
    void howFarAScrubIsIsTold() {
        CheckResult result = judge(List.of(
                status("mail", IndexStatus.State.RUNNING, "", SCRUB),
                status("news", IndexStatus.State.RUNNING, "", "")));

        assertThat(result).isEqualTo(CheckResult.healthy().withNote("index mail, " + SCRUB));
    }

    @Test
    void itIsToldOfAnIndexThatIsUnwellToo() {
        CheckResult result = judge(List.of(status("mail", IndexStatus.State.DEGRADED, "the scrub holds back", SCRUB)));

        assertThat(result.ok()).isFalse();
        assertThat(result.note()).contains("mail", SCRUB);
    }

    @Test
    void whatFailsBehindTheReadersBacksIsToldAndLeavesTheIndexWell() {
        IndexStatus live = status("mail", IndexStatus.State.RUNNING, "", "");
        IndexStatus building =
                status("mail (generation 2, being built)", IndexStatus.State.FAILED, "no family x", "scrub: none");
        CheckResult result = Indexer.judge(List.of(live), List.of(building));
        assertThat(result.ok()).isTrue();
        assertThat(result.message())
                .contains("index mail (generation 2, being built) is FAILED", "because: no family x");
        assertThat(result.note()).isEmpty();
    }

    private static CheckResult judge(List<IndexStatus> statuses) {
        return Indexer.judge(statuses, List.of());
    }

    private static IndexStatus status(String index, IndexStatus.State state, String message, String scrub) {
        IndexStatus.Reason reason = new IndexStatus.Reason(message, Optional.empty(), Optional.empty());
        return new IndexStatus(index, state, Instant.EPOCH, reason, PipelineProgress.Snapshot.NONE, scrub);
    }
}
