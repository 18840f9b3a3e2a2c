/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Machine;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.harness.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A finding with all that is needed to judge and repeat it. Immutable.
 *
 * @param publishable false if something else ran on the machine, before the beginning or meanwhile, or the run was a quick one
 * @param machine as it was before the beginning
 * @param others which part of the processors other processes had while the rounds went on, from 0 to 1
 */
public record Report(
        String scenario,
        String question,
        String began,
        boolean publishable,
        Finding finding,
        Options options,
        Machine machine,
        double others,
        Build build) {
    /** The system's own threads take some as well. */
    private static final double QUIET = 0.05;

    private static final String ALONE = "alone";

    // What follows from other values is written, and not read.
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    public Report {
        Objects.requireNonNull(finding, "finding");
    }

    public static Report of(
            Scenario scenario,
            Instant began,
            Finding finding,
            Options options,
            Machine machine,
            double others,
            Build build) {
        return new Report(
                scenario.name(),
                scenario.question(),
                began.truncatedTo(ChronoUnit.SECONDS).toString(),
                machine.isQuiet() && others < QUIET && !options.quick(),
                finding,
                options,
                machine,
                others,
                build);
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

    /** All that are in a directory, by the names of their scenarios. */
    public static List<Report> readAll(Path directory) throws IOException {
        List<Report> reports = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                reports.add(parse(Files.readString(file)));
            }
        }
        return reports;
    }

    /** Why the figures are not to be published, and what else has to be known of them; mostly empty. */
    public String reservation() {
        List<String> reservations = new ArrayList<>();
        if (!publishable) {
            reservations.add(
                    options.quick()
                            ? "not for publication: a quick run"
                            : String.format(
                                    Locale.ROOT,
                                    "not for publication: something else ran on this machine (load %.2f before the"
                                            + " beginning, %.1f %% of the processors meanwhile)",
                                    machine.load(),
                                    100 * others));
        }
        if (options.rounds() < Options.FEWEST_ROUNDS) {
            reservations.add(options.rounds() + " rounds only");
        }
        if (options.profile()) {
            reservations.add("Flight Recorder was on");
        }
        return String.join("; ", reservations);
    }
}
