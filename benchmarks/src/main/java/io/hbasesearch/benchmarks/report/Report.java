/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.LoadShare;
import io.hbasesearch.benchmarks.harness.Machine;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.harness.Series;
import io.hbasesearch.benchmarks.harness.Server;
import io.hbasesearch.benchmarks.harness.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finding with all that is needed to judge and repeat it. Immutable.
 *
 * @param machine as it was before the beginning
 * @param others which part of the processors other processes had while the rounds went on, from 0 to 1
 */
public record Report(
        @JsonUnwrapped Origin origin, Finding finding, Options options, Machine machine, double others, Build build) {
    /** The system's own threads take some as well. */
    private static final double QUIET = 0.05;

    private static final String ALONE = "alone";

    // What follows from other values is written, and not read.
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    public Report {
        Objects.requireNonNull(finding, "finding");
    }

    /**
     * Which scenario was measured, and how it was called.
     *
     * @param command that gave it, without where reports go; empty in reports of before November 2026
     * @param seconds from the servers' start to the last figure; 0 in such reports
     * @param compares false if its figures stand for themselves; such reports do not say it
     * @param reductions that make it smaller than what is published, or another measurement
     */
    public record Origin(
            String scenario,
            String question,
            String command,
            String began,
            long seconds,
            @Nullable Boolean compares,
            List<String> reductions) {
        public Origin {
            command = Objects.requireNonNullElse(command, "");
            reductions = List.copyOf(Objects.requireNonNullElse(reductions, List.of()));
        }

        /** @param clock from the servers' start to the last figure */
        public static Origin of(Scenario scenario, String command, Span clock, Options options) {
            return new Origin(
                    scenario.name(),
                    scenario.question(),
                    command,
                    clock.from().truncatedTo(ChronoUnit.SECONDS).toString(),
                    clock.length().toSeconds(),
                    scenario.compares(),
                    scenario.reductions(options));
        }
    }

    public String scenario() {
        return origin.scenario();
    }

    /** On one line. */
    public String json() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report is a tree of records", e);
        }
    }

    /** The inverse of {@link #json()}. @throws JsonProcessingException if it is no report */
    public static Report parse(String json) throws JsonProcessingException {
        JsonNode report = JSON.readTree(json);
        if (report.path("options") instanceof ObjectNode options && !options.has(ALONE)) {
            // Until November 2026 a report said whether Elasticsearch had a core alone, as no other server ever had.
            ArrayNode alone = options.putArray(ALONE);
            if (options.path("separate").asBoolean()) {
                alone.add(Server.ELASTICSEARCH.name());
            }
        }
        return JSON.treeToValue(report, Report.class);
    }

    /** All that are in a directory, by the names of their scenarios; none if it is not there. */
    public static List<Report> readAll(Path directory) throws IOException {
        List<Report> reports = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return reports;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                reports.add(parse(Files.readString(file)));
            }
        }
        return reports;
    }

    /** Whether the figures may stand in the repository: if nothing at all speaks against it. There is no other rule. */
    @JsonProperty(access = Access.READ_ONLY)
    public boolean publishable() {
        return reasons().isEmpty();
    }

    /** What speaks against publishing the figures. */
    @JsonProperty(access = Access.READ_ONLY)
    public List<String> reasons() {
        List<String> reasons = new ArrayList<>(reasonsAgainstProfile());
        if (hasFewRounds() && comparesWays()) {
            reasons.add(rounds());
        }
        finding.series().stream()
                .filter(series -> series.figure().equals(LoadShare.FIGURE))
                .mapToDouble(series -> series.spread().median())
                .filter(share -> !LoadShare.isReached(options.share(), share))
                .forEach(share -> reasons.add(LoadShare.note(options.share(), List.of(share))));
        if (options.profile()) {
            reasons.add("Flight Recorder was on");
        }
        if (!options.quick() && !options.profile()) {
            reasons.addAll(origin.reductions());
        }
        return reasons;
    }

    /** The same of a profile, in which the recorder is no fault and two rounds are enough. */
    List<String> reasonsAgainstProfile() {
        List<String> reasons = new ArrayList<>();
        if (options.quick()) {
            reasons.add("a quick run");
        }
        if (!build.isRepeatable()) {
            reasons.add("built from commit " + build.commit());
        }
        if (!machine.isQuiet() || others >= QUIET) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "something else ran on this machine (load %.2f before the beginning, %.1f %% of the processors"
                            + " meanwhile)",
                    machine.load(),
                    100 * others));
        }
        return reasons;
    }

    /** Why the figures are not to be published, and what else has to be known of them; mostly empty. */
    public String reservation() {
        if (!publishable()) {
            return "not for publication: " + String.join("; ", reasons());
        }
        return hasFewRounds() ? rounds() : "";
    }

    private boolean hasFewRounds() {
        return options.rounds() < Options.FEWEST_ROUNDS;
    }

    private String rounds() {
        return options.rounds() + " rounds only";
    }

    private boolean comparesWays() {
        // Where the scenario did not say it yet.
        return origin.compares() == null
                ? finding.series().stream().map(Series::way).distinct().count() > 1
                : origin.compares();
    }
}
