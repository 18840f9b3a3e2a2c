/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.scan.CatchUpWaiter.OffsetPoller;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OffsetPollerTest {
    private static final IndexOffsets KNOWN = new IndexOffsets(Map.of(0, 1L), Map.of(0, 2L));

    private HBaseSearchException failure;

    private IndexOffsets ask() {
        if (failure != null) {
            throw failure;
        }
        return KNOWN;
    }

    @Test
    void whatWillNotPassIsToldAtOnce() {
        failure = new HBaseSearchException(ErrorCode.ACCESS_DENIED, "not allowed to describe the group");
        OffsetPoller offsets = new OffsetPoller(this::ask, Duration.ofDays(1));
        assertThatThrownBy(offsets::get).isSameAs(failure);
    }

    @Test
    void anOutageIsBorneAndForgottenWhenItIsOver() {
        OffsetPoller offsets = new OffsetPoller(this::ask, Duration.ofDays(1));
        assertThat(offsets.get()).contains(KNOWN);
        failure = new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no broker answers");
        assertThat(offsets.get()).isEmpty();
        failure = null;
        assertThat(offsets.get()).contains(KNOWN);
    }

    /** Else whoever waits for the offsets to move says that no indexer runs. */
    @Test
    void anOutageThatLastsIsToldBeforeThePatienceIsOver() {
        failure = new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no broker answers");
        OffsetPoller offsets = new OffsetPoller(this::ask, Duration.ofSeconds(2));
        Optional<IndexOffsets> first = offsets.get();
        assertThat(first).isEmpty();
        Awaitility.await().pollInterval(Duration.ofMillis(10)).untilAsserted(() -> assertThatThrownBy(offsets::get)
                .isSameAs(failure));
    }
}
