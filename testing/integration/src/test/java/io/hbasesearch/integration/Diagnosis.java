/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.system.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** What {@code status} or {@code doctor} says of a site, as programs read it. Immutable. */
record Diagnosis(List<JsonNode> findings) {
    private static final ObjectMapper JSON = new ObjectMapper();

    Diagnosis {
        findings = List.copyOf(findings);
    }

    static Diagnosis doctor(Site site, int exitCode, String... more) {
        return of(site, site.config(), exitCode, "doctor", more);
    }

    static Diagnosis status(Site site, int exitCode, String... more) {
        return of(site, site.config(), exitCode, "status", more);
    }

    /** @param config another configuration over the same definitions */
    static Diagnosis of(Site site, Path config, int exitCode, String command, String... more) {
        List<String> line = new ArrayList<>(List.of(command, "--index", site.index(), "-o", "json"));
        line.addAll(List.of(more));
        String output = site.run(config, exitCode, line.toArray(String[]::new));
        try {
            JsonNode report = JSON.readTree(output.lines().findFirst().orElseThrow());
            JsonNode rows = report.has("parts") ? report.path("parts") : report.path("findings");
            return new Diagnosis(StreamSupport.stream(rows.spliterator(), false).toList());
        } catch (JsonProcessingException e) {
            throw new AssertionError(output, e);
        }
    }

    /** {@code state check object} of each finding. */
    List<String> lines() {
        return findings.stream()
                .map(row -> row.path("state").asText().replace("wrong", "WRONG") + " "
                        + row.path("check").asText() + " "
                        + row.path("object").asText())
                .toList();
    }

    /** Message and remedy of the findings that are not well, a line for each: {@code check object: message -> remedy}. */
    List<String> troubles() {
        return findings.stream()
                .filter(row -> !row.path("state").asText().equals("ok"))
                .map(row ->
                        row.path("check").asText() + " " + row.path("object").asText() + ": "
                                + row.path("message").asText() + " -> "
                                + row.path("remedy").asText())
                .toList();
    }
}
