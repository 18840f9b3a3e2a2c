/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.scan.CatchUpWaiter.StallDetector;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StallDetectorTest {
    private static final Optional<IndexOffsets> BEHIND = Optional.of(new IndexOffsets(Map.of(0, 1L), Map.of(0, 2L)));
    private static final HBaseSearchException AWAY =
            new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no broker answers");

    private final AtomicInteger failing = new AtomicInteger();

    private void fail() {
        if (failing.getAndDecrement() > 0) {
            throw AWAY;
        }
    }

    private boolean isAttended() {
        fail();
        return true;
    }

    @Test
    void aMomentInWhichNobodySaysWhetherSomebodyIndexesEndsNothing() {
        StallDetector standstill = new StallDetector("test", Duration.ofMillis(200), this::isAttended, () -> {});
        failing.set(1);
        awaitStanding(standstill);
        assertThat(failing).hasValueLessThan(1);
        failing.set(1);
        Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> {
            standstill.look(BEHIND);
            return failing.get() < 0;
        });
        assertThat(standstill.words()).contains("have made no progress for");
    }

    @Test
    void norDoesOneInWhichNobodySaysWhetherSomethingIsLost() {
        StallDetector standstill = new StallDetector("test", Duration.ofMillis(200), () -> true, this::fail);
        failing.set(1);
        assertThat(standstill.isWhole()).isFalse();
        assertThat(standstill.isWhole()).isTrue();
        failing.set(1);
        awaitStanding(standstill);
        assertThat(failing).hasValueLessThan(1);
    }

    private static void awaitStanding(StallDetector standstill) {
        Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> {
            standstill.look(BEHIND);
            return !standstill.words().isEmpty();
        });
    }

    @Test
    void whatDoesNotPassForAsLongAsThePatienceIsTold() {
        StallDetector standstill = new StallDetector("test", Duration.ofMillis(200), this::isAttended, () -> {});
        failing.set(Integer.MAX_VALUE);
        Awaitility.await().pollInterval(Duration.ofMillis(10)).untilAsserted(() -> assertThatThrownBy(
                        () -> standstill.look(BEHIND))
                .isSameAs(AWAY));
    }

    @Test
    void whatWillNotPassIsToldAtOnce() {
        HBaseSearchException lost = new HBaseSearchException(ErrorCode.INDEX_INCOMPATIBLE, "the end is lost");
        StallDetector standstill = new StallDetector("test", Duration.ofMillis(200), () -> true, () -> {
            throw lost;
        });
        assertThatThrownBy(standstill::isWhole).isSameAs(lost);
    }
}
