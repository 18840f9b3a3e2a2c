/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Machine;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Scenario;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * A finding with all that is needed to judge and repeat it. Immutable.
 *
 * @param publishable false if something else ran on the machine before the beginning, or the run was a quick one
 * @param machine as it was before the beginning
 */
public record Report(
        String scenario,
        String question,
        String began,
        boolean publishable,
        Finding finding,
        Options options,
        Machine machine,
        Build build) {
    // What follows from other values is written, and not read.
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    public Report {
        Objects.requireNonNull(finding, "finding");
    }

    public static Report of(
            Scenario scenario, Instant began, Finding finding, Options options, Machine machine, Build build) {
        return new Report(
                scenario.name(),
                scenario.question(),
                began.truncatedTo(ChronoUnit.SECONDS).toString(),
                machine.isQuiet() && !options.quick(),
                finding,
                options,
                machine,
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

    /** The inverse of {@link #json()}. @throws JsonProcessingException if it is no report of this version */
    public static Report parse(String json) throws JsonProcessingException {
        return JSON.readValue(json, Report.class);
    }

    /** Why the figures are not to be published; empty if they may be. */
    public String reservation() {
        if (publishable) {
            return "";
        }
        return options.quick()
                ? "not for publication: a quick run"
                : "not for publication: something else ran on this machine (load "
                        + String.format("%.2f", machine.load()) + " before the beginning)";
    }
}
