/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.faults.suite.ClassTotals.SeedsStruck;
import io.hbasesearch.faults.suite.ClassTotals.Strikes;
import io.hbasesearch.faults.suite.SeedResult.Found;
import io.hbasesearch.faults.suite.SeedResult.Strike;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassTotalsTest {
    private static final Strike SHORT = strike("DiskSlow", "a little", false, 12);
    private static final Strike LONG = strike("DiskSlow", "much", true, 120);
    private static final Strike OTHER = strike("IndexClosed", "closed", true, 5);

    @Test
    void aClassIsCountedOverAllSeedsInWhichItStruck() {
        List<ClassTotals> totals = ClassTotals.of(List.of(
                result(1, false, new Found(1, 0, 2), SHORT, OTHER),
                result(2, true, new Found(0, 4, 1), LONG),
                result(4, false, Found.NOTHING, OTHER)));
        assertThat(totals)
                .containsExactly(
                        new ClassTotals(
                                "DiskSlow",
                                new Strikes(2, 1, 1, Duration.ofSeconds(132), Duration.ofSeconds(120), "much"),
                                new SeedsStruck(2, 1, 200),
                                new Found(1, 4, 3)),
                        new ClassTotals(
                                "IndexClosed",
                                new Strikes(2, 2, 0, Duration.ofSeconds(10), Duration.ofSeconds(5), "closed"),
                                new SeedsStruck(2, 2, 200),
                                new Found(1, 0, 2)));
    }

    @Test
    void differencesAreCountedByTheOraclesWords() {
        assertThat(Found.among(List.of("missing a", "stale b at version 1 in fields [x]", "missing c", "extra d")))
                .isEqualTo(new Found(2, 1, 1));
    }

    @Test
    void aLongSeedWhoseOutagesWereShortenedIsNotAtFullLength() {
        SeedResult shortened = result(3, true, 0.1, Found.NOTHING, LONG);
        assertThat(ClassTotals.of(List.of(shortened)))
                .singleElement()
                .extracting(totals -> totals.strikes().atFullLength())
                .isEqualTo(0);
    }

    private static Strike strike(String kind, String effect, boolean felt, int seconds) {
        return new Strike(kind, kind + "[]", effect, felt, Duration.ofSeconds(seconds));
    }

    private static SeedResult result(long seed, boolean isLong, Found found, Strike... strikes) {
        return result(seed, isLong, isLong ? 1 : 0.05, found, strikes);
    }

    private static SeedResult result(long seed, boolean isLong, double share, Found found, Strike... strikes) {
        return new SeedResult(
                new SeedResult.Plan(seed, isLong, share, strikes.length),
                List.of(strikes),
                new SeedResult.Writes(9, 0),
                new SeedResult.Events(10, 1, 0),
                new SeedResult.Comparison(100, found),
                SeedResult.Times.NONE,
                "",
                seed == 2 ? List.of("a lie") : List.of());
    }
}
