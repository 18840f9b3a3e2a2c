/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Rounds in each of which every way is measured once: neighbours in time share the machine's moods, so what counts is the ratio
 * of a round. Each second round has the order of the one before turned round (A B, B A; of three A B C, C B A, B C A, A C B), so that
 * none always comes after the same other one. That is not a balance: of five rounds of two ways one has the first place three times,
 * and the other twice. Immutable.
 */
public final class Rounds {
    private final List<Map<String, Sample>> rounds;

    private Rounds(List<Map<String, Sample>> rounds) {
        this.rounds = List.copyOf(rounds);
    }

    /** One of the things that are compared. */
    public record Way(String name, Work work) {}

    /** Measures once. */
    @FunctionalInterface
    public interface Work {
        /** @param number of the round from 0, warm-ups included */
        Sample measure(int number) throws Exception;
    }

    /** As {@link #run(int, int, List, Consumer, Consumer)}, where nobody asks when something was measured. */
    public static Rounds run(int warmUps, int counted, List<Way> ways, Consumer<String> progress) throws Exception {
        return run(warmUps, counted, ways, progress, measured -> {});
    }

    /**
     * Measures {@code warmUps} rounds that do not count, and then {@code counted} ones.
     *
     * @param progress takes a line for each sample
     * @param clock is told when each was measured
     */
    public static Rounds run(
            int warmUps, int counted, List<Way> ways, Consumer<String> progress, Consumer<Measured> clock)
            throws Exception {
        List<Map<String, Sample>> rounds = new ArrayList<>();
        for (int number = 0; number < warmUps + counted; number++) {
            boolean counts = number >= warmUps;
            String round = counts ? "round " + (number - warmUps + 1) + " of " + counted : "warm-up " + (number + 1);
            Map<String, Sample> samples = new LinkedHashMap<>();
            ways.forEach(way -> samples.put(way.name(), new Sample(Map.of())));
            for (Way way : inOrderOf(number, ways)) {
                long began = System.nanoTime();
                Sample sample = way.work().measure(number);
                Span whole = Span.ofNanos(began, System.nanoTime());
                clock.accept(new Measured(way.name(), counts, sample.clock().orElse(whole)));
                progress.accept(round + ", " + way.name() + ": " + text(sample));
                samples.put(way.name(), sample);
            }
            if (counts) {
                rounds.add(samples);
            }
        }
        return new Rounds(rounds);
    }

    private static List<Way> inOrderOf(int number, List<Way> ways) {
        List<Way> order = new ArrayList<>(ways);
        if (ways.size() > 2) {
            Collections.rotate(order, -(number / 2));
        }
        if (number % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }

    private static String text(Sample sample) {
        List<String> figures = new ArrayList<>();
        sample.figures().forEach((figure, value) -> figures.add(figure + " " + Figures.text(value)));
        return String.join(", ", figures);
    }

    /** Round by round. */
    public List<Double> of(String way, String figure) {
        return rounds.stream().map(round -> sample(round, way).figure(figure)).toList();
    }

    /** Of each round one way's figure to another's. */
    public List<Double> ratios(String way, String baseline, String figure) {
        return rounds.stream()
                .map(round -> sample(round, way).figure(figure)
                        / sample(round, baseline).figure(figure))
                .toList();
    }

    /** Of each round one way's figure to the least that any of the others has. */
    public List<Double> ratiosToSlowest(String way, List<String> baselines, String figure) {
        return rounds.stream()
                .map(round -> sample(round, way).figure(figure)
                        / baselines.stream()
                                .mapToDouble(baseline -> sample(round, baseline).figure(figure))
                                .min()
                                .orElseThrow())
                .toList();
    }

    private static Sample sample(Map<String, Sample> round, String way) {
        Sample sample = round.get(way);
        if (sample == null) {
            throw new IllegalArgumentException("there is no way '" + way + "' in " + round.keySet());
        }
        return sample;
    }

    /** Every figure of every way, those of a way together. */
    public List<Series> series() {
        List<Series> all = new ArrayList<>();
        for (String way : rounds.get(0).keySet()) {
            Set<String> figures = new LinkedHashSet<>();
            rounds.forEach(round -> figures.addAll(sample(round, way).figures().keySet()));
            figures.forEach(figure -> all.add(new Series(way, figure, of(way, figure))));
        }
        return all;
    }
}
