/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import io.hbasesearch.faults.suite.SeedResult.Found;
import io.hbasesearch.faults.suite.SeedResult.Strike;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One class of fault over all seeds so far. Immutable.
 *
 * @param found in the seeds in which it struck
 */
record ClassTotals(String kind, Strikes strikes, SeedsStruck seeds, Found found) {
    /**
     * Its strikes.
     *
     * @param felt of these times, so that it reached hbase-search itself
     * @param atFullLength of these times
     * @param altogether from the beginning of each strike until the surroundings were right again
     * @param example what the longest strike did
     */
    record Strikes(int times, int felt, int atFullLength, Duration altogether, Duration longest, String example) {}

    /**
     * The seeds in which it struck.
     *
     * @param passed of these seeds
     * @param rows compared after these seeds; a row counts once for each of them
     */
    record SeedsStruck(int number, int passed, long rows) {}

    /** By name. */
    static List<ClassTotals> of(Collection<SeedResult> results) {
        TreeSet<String> kinds = new TreeSet<>();
        results.forEach(result -> result.strikes().forEach(strike -> kinds.add(strike.kind())));
        return kinds.stream().map(kind -> of(kind, results)).toList();
    }

    private static ClassTotals of(String kind, Collection<SeedResult> results) {
        List<SeedResult> struck = results.stream()
                .filter(result -> result.strikes().stream()
                        .anyMatch(strike -> strike.kind().equals(kind)))
                .toList();
        List<Strike> strikes =
                struck.stream().flatMap(result -> strikes(result, kind)).toList();
        Strike longest =
                strikes.stream().max(Comparator.comparing(Strike::took)).orElseThrow();
        return new ClassTotals(
                kind,
                new Strikes(
                        strikes.size(),
                        (int) strikes.stream().filter(Strike::felt).count(),
                        (int) struck.stream()
                                .filter(SeedResult::isFull)
                                .flatMap(result -> strikes(result, kind))
                                .count(),
                        strikes.stream().map(Strike::took).reduce(Duration.ZERO, Duration::plus),
                        longest.took(),
                        longest.effect()),
                new SeedsStruck(
                        struck.size(),
                        (int) struck.stream().filter(SeedResult::passed).count(),
                        struck.stream()
                                .mapToLong(result -> result.comparison().rows())
                                .sum()),
                struck.stream().map(result -> result.comparison().found()).reduce(Found.NOTHING, Found::plus));
    }

    private static Stream<Strike> strikes(SeedResult result, String kind) {
        return result.strikes().stream().filter(strike -> strike.kind().equals(kind));
    }
}
