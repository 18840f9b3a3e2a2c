/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.faults.suite.SeedResult.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run of the suite has shown so far: {@code report.json} for programs, {@code report.md} for people, and
 * {@code reliability.md} for README. One thread.
 */
final class Report {
    private final Path directory;
    private final Seeds seeds;
    private final Map<Long, SeedResult> results = new TreeMap<>();

    /** @param directory where the files are written */
    Report(Path directory, Seeds seeds) {
        this.directory = directory;
        this.seeds = seeds;
    }

    /** Writes the files anew: a run that is cut short has a report too. */
    void add(SeedResult result) throws IOException {
        results.put(result.seed(), result);
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("report.md"), markdown());
        Files.writeString(directory.resolve("reliability.md"), ReliabilityTable.of(ClassTotals.of(results.values())));
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(directory.resolve("report.json").toFile(), json());
    }

    private String markdown() {
        Collection<SeedResult> all = results.values();
        long right = all.stream().filter(result -> result.wrong().isEmpty()).count();
        StringBuilder text = new StringBuilder(
                "# Fault suite\n\nCommit %s, seeds of %s: %d of %d have run, %d of them long; %d passed.\n"
                        .formatted(
                                seeds.built(),
                                seeds.commit(),
                                all.size(),
                                seeds.values().size(),
                                all.stream().filter(SeedResult::isLong).count(),
                                right));
        text.append(
                "\n| fault | struck | at full length | altogether | longest strike | rows compared | missing, stale, extra |\n"
                        + "|---|---|---|---|---|---|---|\n");
        ClassTotals.of(all).forEach(fault -> text.append(row(fault)));
        text.append(
                "\n| seed | faults | writes | refused or unknown | rows compared | events | redelivered | missing, stale, extra"
                        + " | converged after | took | gateway |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
        all.forEach(result -> text.append(row(result)));
        all.forEach(result ->
                result.wrong().forEach(wrong -> text.append("\nSeed %d: %s%n".formatted(result.seed(), wrong))));
        return text.toString();
    }

    private static String row(ClassTotals fault) {
        return "| `%s` | %d | %d | %s | %s: %s | %d | %s |%n"
                .formatted(
                        fault.kind(),
                        fault.times(),
                        fault.inLongSeeds(),
                        ReliabilityTable.words(fault.altogether()),
                        ReliabilityTable.words(fault.longest()),
                        fault.example(),
                        fault.rows(),
                        words(fault.found()));
    }

    private static String row(SeedResult result) {
        return "| %d%s | %d | %d | %d | %d | %d | %d | %s | %s | %s | %s |%n"
                .formatted(
                        result.seed(),
                        result.isLong() ? " (long)" : "",
                        result.strikes().size(),
                        result.operations(),
                        result.refused(),
                        result.rows(),
                        result.events(),
                        result.redelivered(),
                        words(result.found()),
                        ReliabilityTable.words(result.convergence()),
                        ReliabilityTable.words(result.total()),
                        result.gateway());
    }

    private static String words(Found found) {
        return found.missing() + ", " + found.stale() + ", " + found.extra();
    }

    private Map<String, Object> json() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("commit", seeds.built());
        report.put("seeds_of_commit", seeds.commit());
        report.put("seeds_planned", seeds.values().size());
        report.put("seeds_run", results.size());
        report.put(
                "seeds_passed",
                results.values().stream()
                        .filter(result -> result.wrong().isEmpty())
                        .count());
        report.put(
                "faults",
                ClassTotals.of(results.values()).stream().map(Report::json).toList());
        report.put("seeds", results.values().stream().map(Report::json).toList());
        return report;
    }

    private static Map<String, Object> json(ClassTotals totals) {
        Map<String, Object> fault = new LinkedHashMap<>();
        fault.put("kind", totals.kind());
        fault.put("times", totals.times());
        fault.put("times_at_full_length", totals.inLongSeeds());
        fault.put("seconds", seconds(totals.altogether()));
        fault.put("longest_seconds", seconds(totals.longest()));
        fault.put("rows_compared", totals.rows());
        put(fault, totals.found());
        return fault;
    }

    private static Map<String, Object> json(SeedResult result) {
        Map<String, Object> seed = new LinkedHashMap<>();
        seed.put("seed", result.seed());
        seed.put("long", result.isLong());
        seed.put("writes_acknowledged", result.operations());
        seed.put("writes_refused_or_unknown", result.refused());
        seed.put("rows_compared", result.rows());
        seed.put("events", result.events());
        seed.put("events_redelivered", result.redelivered());
        put(seed, result.found());
        seed.put("convergence_seconds", seconds(result.convergence()));
        seed.put("seconds", seconds(result.total()));
        seed.put("gateway", result.gateway());
        seed.put("wrong", result.wrong());
        seed.put(
                "faults",
                result.strikes().stream()
                        .map(strike -> Map.of(
                                "kind", strike.kind(),
                                "planned", strike.planned(),
                                "effect", strike.effect(),
                                "seconds", seconds(strike.took())))
                        .toList());
        return seed;
    }

    private static void put(Map<String, Object> object, Found found) {
        object.put("missing", found.missing());
        object.put("stale", found.stale());
        object.put("extra", found.extra());
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }
}
