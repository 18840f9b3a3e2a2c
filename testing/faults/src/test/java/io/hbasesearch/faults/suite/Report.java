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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run of the suite has shown so far: {@code report.json} for programs, {@code report.md} for people, and
 * {@code reliability.md} for README. One thread.
 */
final class Report {
    private final Path directory;
    private final Seeds seeds;
    private final Outages outages;
    private final Map<Long, SeedResult> results = new TreeMap<>();

    /** @param directory where the files are written */
    Report(Path directory, Seeds seeds, Outages outages) {
        this.directory = directory;
        this.seeds = seeds;
        this.outages = outages;
    }

    List<ClassTotals> totals() {
        return ClassTotals.of(results.values());
    }

    /** Writes the files anew: a run that is cut short has a report too. */
    void add(SeedResult result) throws IOException {
        results.put(result.plan().seed(), result);
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("report.md"), markdown());
        Files.writeString(directory.resolve("reliability.md"), summary() + "\n" + ReliabilityTable.of(totals()));
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(directory.resolve("report.json").toFile(), json());
    }

    /** What was run, and how much of it passed: no table of ours stands without it. */
    private String summary() {
        Collection<SeedResult> all = results.values();
        return "Commit %s, seeds of %s: %d of %d have run, %d of them long; %d passed, %d failed. Outages lasted %s of their full length, in long seeds %s.%n"
                .formatted(
                        seeds.built(),
                        seeds.commit(),
                        all.size(),
                        seeds.planned(),
                        all.stream().filter(result -> result.plan().isLong()).count(),
                        passed(),
                        all.size() - passed(),
                        outages.brief(),
                        outages.full());
    }

    private long passed() {
        return results.values().stream().filter(SeedResult::passed).count();
    }

    private String markdown() {
        Collection<SeedResult> all = results.values();
        StringBuilder text = new StringBuilder("# Fault suite\n\n" + summary());
        text.append("\n"
                + "| fault | struck | felt | at full length | altogether | longest strike | seeds passed | rows"
                + " compared | missing, stale, extra |\n"
                + "|---|---|---|---|---|---|---|---|---|\n");
        totals().forEach(fault -> text.append(row(fault)));
        text.append("\n"
                + "| seed | faults | writes | refused or unknown | rows compared | events | redelivered | touches"
                + " | missing, stale, extra | converged after | took | gateway | passed |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        all.forEach(result -> text.append(row(result)));
        all.forEach(result -> result.strikes()
                .forEach(strike -> text.append("\nSeed %d, `%s`%s: %s%n"
                        .formatted(
                                result.plan().seed(),
                                strike.kind(),
                                strike.felt() ? "" : ", not felt",
                                strike.effect()))));
        all.forEach(result -> result.wrong()
                .forEach(wrong ->
                        text.append("\nSeed %d: %s%n".formatted(result.plan().seed(), wrong))));
        return text.toString();
    }

    private static String row(ClassTotals fault) {
        return "| `%s` | %d | %d | %d | %s | %s: %s | %d of %d | %d | %s |%n"
                .formatted(
                        fault.kind(),
                        fault.strikes().times(),
                        fault.strikes().felt(),
                        fault.strikes().atFullLength(),
                        ReliabilityTable.words(fault.strikes().altogether()),
                        ReliabilityTable.words(fault.strikes().longest()),
                        fault.strikes().example(),
                        fault.seeds().passed(),
                        fault.seeds().number(),
                        fault.seeds().rows(),
                        words(fault.found()));
    }

    private static String row(SeedResult result) {
        return "| %d%s | %d of %d | %d | %d | %d | %d | %d | %d | %s | %s | %s | %s | %s |%n"
                .formatted(
                        result.plan().seed(),
                        result.plan().isLong() ? " (long)" : "",
                        result.strikes().size(),
                        result.plan().faults(),
                        result.writes().operations(),
                        result.writes().refused(),
                        result.comparison().rows(),
                        result.events().announced(),
                        result.events().redelivered(),
                        result.events().touches(),
                        words(result.comparison().found()),
                        ReliabilityTable.words(result.times().convergence()),
                        ReliabilityTable.words(result.times().total()),
                        result.gateway(),
                        result.passed() ? "yes" : "no");
    }

    private static String words(Found found) {
        return found.missing() + ", " + found.stale() + ", " + found.extra();
    }

    private Map<String, Object> json() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("commit", seeds.built());
        report.put("seeds_of_commit", seeds.commit());
        report.put("seeds_planned", seeds.planned());
        report.put("seeds_run", results.size());
        report.put("seeds_passed", passed());
        report.put("share_of_full_length", outages.brief());
        report.put("share_of_full_length_in_long_seeds", outages.full());
        report.put("faults", totals().stream().map(Report::json).toList());
        report.put("seeds", results.values().stream().map(Report::json).toList());
        return report;
    }

    private static Map<String, Object> json(ClassTotals totals) {
        Map<String, Object> fault = new LinkedHashMap<>();
        fault.put("kind", totals.kind());
        fault.put("times", totals.strikes().times());
        fault.put("times_felt", totals.strikes().felt());
        fault.put("times_at_full_length", totals.strikes().atFullLength());
        fault.put("seconds", seconds(totals.strikes().altogether()));
        fault.put("longest_seconds", seconds(totals.strikes().longest()));
        fault.put("seeds", totals.seeds().number());
        fault.put("seeds_passed", totals.seeds().passed());
        fault.put("rows_compared", totals.seeds().rows());
        put(fault, totals.found());
        return fault;
    }

    private static Map<String, Object> json(SeedResult result) {
        Map<String, Object> seed = new LinkedHashMap<>();
        seed.put("seed", result.plan().seed());
        seed.put("long", result.plan().isLong());
        seed.put("share_of_full_length", result.plan().share());
        seed.put("passed", result.passed());
        seed.put("faults_planned", result.plan().faults());
        seed.put("writes_acknowledged", result.writes().operations());
        seed.put("writes_refused_or_unknown", result.writes().refused());
        seed.put("rows_compared", result.comparison().rows());
        seed.put("events", result.events().announced());
        seed.put("events_redelivered", result.events().redelivered());
        seed.put("touches", result.events().touches());
        put(seed, result.comparison().found());
        seed.put("convergence_seconds", seconds(result.times().convergence()));
        seed.put("seconds", seconds(result.times().total()));
        seed.put("gateway", result.gateway());
        seed.put("wrong", result.wrong());
        seed.put(
                "faults",
                result.strikes().stream()
                        .map(strike -> Map.of(
                                "kind", strike.kind(),
                                "planned", strike.planned(),
                                "effect", strike.effect(),
                                "felt", strike.felt(),
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
