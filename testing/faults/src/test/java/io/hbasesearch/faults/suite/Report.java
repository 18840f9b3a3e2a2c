/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a run of the suite has shown so far, for people ({@code report.md}) and for programs ({@code report.json}). */
final class Report {
    private final Path directory;
    private final Seeds seeds;
    private final List<SeedResult> results = new ArrayList<>();

    Report(Path directory, Seeds seeds) {
        this.directory = directory;
        this.seeds = seeds;
    }

    /** Writes both files anew: a run that is cut short has a report too. */
    void add(SeedResult result) throws IOException {
        results.add(result);
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("report.md"), markdown());
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(directory.resolve("report.json").toFile(), json());
    }

    private Map<String, List<SeedResult.Strike>> byKind() {
        Map<String, List<SeedResult.Strike>> kinds = new TreeMap<>();
        results.forEach(result -> result.strikes()
                .forEach(strike -> kinds.computeIfAbsent(strike.kind(), kind -> new ArrayList<>())
                        .add(strike)));
        return kinds;
    }

    private String markdown() {
        StringBuilder text = new StringBuilder("# Fault suite\n\nCommit ")
                .append(seeds.commit())
                .append(", ")
                .append(results.size())
                .append(" of ")
                .append(seeds.values().size())
                .append(" seeds.\n\n| fault | injected | for example |\n|---|---|---|\n");
        byKind().forEach((kind, strikes) -> text.append("| %s | %d | %s |\n"
                .formatted(kind, strikes.size(), strikes.get(0).effect())));
        text.append(
                        "\n| seed | faults | writes | rows compared | events | redelivered | wrong | converged after | took |\n")
                .append("|---|---|---|---|---|---|---|---|---|\n");
        results.forEach(result -> text.append("| %d | %d | %d | %d | %d | %d | %d | %s s | %s s |\n"
                .formatted(
                        result.seed(),
                        result.strikes().size(),
                        result.operations(),
                        result.rows(),
                        result.events(),
                        result.redelivered(),
                        result.faults().size(),
                        result.convergence().toSeconds(),
                        result.total().toSeconds())));
        results.forEach(result -> result.faults().forEach(fault -> text.append("\nSeed ")
                .append(result.seed())
                .append(": ")
                .append(fault)
                .append('\n')));
        return text.toString();
    }

    private Map<String, Object> json() {
        Map<String, Object> counts = new LinkedHashMap<>();
        byKind().forEach((kind, strikes) -> counts.put(kind, strikes.size()));
        return Map.of(
                "commit",
                seeds.commit(),
                "faults",
                counts,
                "seeds",
                results.stream().map(Report::json).toList());
    }

    private static Map<String, Object> json(SeedResult result) {
        Map<String, Object> seed = new LinkedHashMap<>();
        seed.put("seed", result.seed());
        seed.put("writes_acknowledged", result.operations());
        seed.put("writes_refused_or_unknown", result.refused());
        seed.put("rows_compared", result.rows());
        seed.put("events", result.events());
        seed.put("events_redelivered", result.redelivered());
        seed.put("convergence_seconds", seconds(result.convergence()));
        seed.put("seconds", seconds(result.total()));
        seed.put("gateway", result.gateway());
        seed.put("wrong", result.faults());
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

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }
}
