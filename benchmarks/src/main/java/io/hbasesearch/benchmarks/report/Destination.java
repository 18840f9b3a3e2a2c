/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import io.hbasesearch.benchmarks.harness.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which directory a report belongs in: what is for publication where the repository keeps it, and everything else below
 * {@code target}, so that no trial takes a published report's place. Immutable.
 */
public final class Destination {
    private final Path published;
    private final Path kept;
    private final @Nullable Path wanted;

    /**
     * @param repository its root
     * @param wanted where somebody wants reports, whatever they are; {@code null} if nobody said
     */
    public Destination(Path repository, @Nullable Path wanted) {
        this.published = repository.resolve("benchmarks/reports");
        this.kept = repository.resolve("benchmarks/target/reports");
        this.wanted = wanted;
    }

    /** A run with Flight Recorder gives a profile: its own report is never in a place that is asked for. */
    public Path of(Report report) {
        if (wanted != null && !report.options().profile()) {
            return wanted;
        }
        return (report.publishable() ? published : kept).resolve(variant(report.options()));
    }

    public Path ofProfile(Report recorded) {
        if (wanted != null) {
            return wanted;
        }
        return (recorded.reasonsAgainstProfile().isEmpty() ? published : kept).resolve(variant(recorded.options()));
    }

    /** All that reports with such options may be in. */
    public List<Path> all(Options options) {
        return wanted == null
                ? List.of(published.resolve(variant(options)), kept.resolve(variant(options)))
                : List.of(wanted);
    }

    /** What differs from the standard, so that a report of it does not replace the scenario's; empty if nothing does. */
    static String variant(Options options) {
        List<String> parts = new ArrayList<>();
        if (!options.alone().isEmpty()) {
            parts.add("separate");
        }
        if (options.documentBytes() != Options.STANDARD_DOCUMENT_BYTES) {
            parts.add(options.documentBytes() == 1 ? "1-byte" : options.documentBytes() + "-bytes");
        }
        if (options.partitions() != Options.STANDARD_PARTITIONS) {
            parts.add(options.partitions() == 1 ? "1-partition" : options.partitions() + "-partitions");
        }
        return String.join("-", parts);
    }
}
