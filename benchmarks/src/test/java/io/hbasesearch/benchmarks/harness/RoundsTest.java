/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hbasesearch.benchmarks.harness.Rounds.Way;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private final List<String> order = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    private Way way(String name, double rate) {
        return new Way(name, round -> {
            order.add(name + round);
            return Sample.of("rows/s", rate * (round + 1)).and("seconds", round);
        });
    }

    @Test
    void everyRoundHasEachWayOnceAndBeginsWithAnotherOne() throws Exception {
        Rounds.run(1, 2, List.of(way("a", 1), way("b", 2)), told::add);
        assertThat(order).containsExactly("a0", "b0", "b1", "a1", "a2", "b2");
        assertThat(told).first().isEqualTo("warm-up 1, a: rows/s 1, seconds 0");
        assertThat(told).last().isEqualTo("round 2 of 2, b: rows/s 6, seconds 2");
    }

    @Test
    void ofThreeWaysNoneAlwaysComesAfterTheSameOne() throws Exception {
        Rounds.run(0, 6, List.of(way("a", 1), way("b", 2), way("c", 4)), told::add);
        assertThat(String.join(" ", order)).isEqualTo("a0 b0 c0 c1 b1 a1 b2 c2 a2 a3 c3 b3 c4 a4 b4 b5 a5 c5");
    }

    @Test
    void whatWarmsUpDoesNotCount() throws Exception {
        Rounds rounds = Rounds.run(1, 2, List.of(way("a", 1), way("b", 2)), told::add);
        assertThat(rounds.of("a", "rows/s")).containsExactly(2.0, 3.0);
    }

    @Test
    void whenSomethingWasMeasuredIsWhatItSaysItselfOrElseAllItsTime() throws Exception {
        Span own = Span.ofNanos(0, 5);
        List<Measured> measured = new ArrayList<>();
        Way saysItself =
                new Way("a", round -> Sample.of("rows/s", 1).during(own).and("seconds", 2));
        Rounds.run(1, 1, List.of(saysItself, way("b", 2)), told::add, measured::add);
        assertThat(measured)
                .extracting(one -> one.way() + " " + one.counts())
                .containsExactly("a false", "b false", "b true", "a true");
        assertThat(measured.get(3).clock()).isEqualTo(own);
        assertThat(measured.get(2).clock().from()).isAfter(own.to());
    }

    @Test
    void aRatioIsThatOfOneRound() throws Exception {
        Rounds rounds = Rounds.run(0, 2, List.of(way("a", 1), way("b", 2), way("c", 4)), told::add);
        assertThat(rounds.ratios("b", "a", "rows/s")).containsExactly(2.0, 2.0);
        assertThat(rounds.ratiosToSlowest("b", List.of("c", "a"), "rows/s")).containsExactly(2.0, 2.0);
    }

    @Test
    void seriesHoldEveryFigureOfEveryWayInTheirOrder() throws Exception {
        Rounds rounds = Rounds.run(0, 2, List.of(way("a", 1), way("b", 2)), told::add);
        assertThat(rounds.series())
                .extracting(series -> series.way() + " " + series.figure())
                .containsExactly("a rows/s", "a seconds", "b rows/s", "b seconds");
    }

    @Test
    void aFigureThatNobodyMeasuredIsNamed() throws Exception {
        Rounds rounds = Rounds.run(0, 1, List.of(way("a", 1)), told::add);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rounds.of("a", "p99"))
                .withMessage("there is no figure 'p99' in [rows/s, seconds]");
    }
}
