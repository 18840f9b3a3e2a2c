/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.Machine;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.harness.Size;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.harness.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileLinkTest {
    private static final Size SIZE = new Size(1_000, 1);

    @TempDir
    private Path directory;

    private static Report report(String commit, double ratio, boolean profile) {
        Verdict verdict = Verdict.of("indexer to bulk", List.of(ratio, ratio), Goal.atLeast(0.9));
        Finding finding = new Finding(List.of(), List.of(verdict), List.of());
        Options options = new Options(
                SIZE,
                profile ? 2 : 5,
                2,
                Options.Shape.STANDARD,
                List.of(),
                Options.Conditions.STANDARD,
                new Options.Mode(false, profile));
        return new Report(
                Report.Origin.of(
                        new Scenario("index", "How fast it is.", SIZE, SIZE, run -> finding),
                        "benchmarks/run index" + (profile ? " --profile" : ""),
                        new Span(Instant.EPOCH, Instant.EPOCH),
                        options),
                finding,
                options,
                new Machine(new Machine.Platform("a processor", 2, "Linux", "17"), 1_024, 0, 4_096, "ext4", Map.of()),
                0,
                new Build(commit, Map.of()));
    }

    @Test
    void aReportNamesTheRunOfItsProfileWhicheverCameFirst() throws Exception {
        String link =
                "- [where the time goes](index-profile.md): a profile of commit old, began 1970-01-01T00:00:00Z\n";
        MarkdownReport reports = new MarkdownReport(directory);
        Path page = reports.write(report("new", 0.92, false));
        assertThat(page).content().doesNotContain("-profile.md");
        reports.writeProfile(report("old", 0.85, true), Map.of());
        assertThat(page).content().contains(link, "| commit | new |", "0.920");
        assertThat(reports.write(report("newer", 0.93, false))).content().contains(link, "| commit | newer |");
    }

    @Test
    void aProfileHasItsOwnFiguresAndChangesNoneOfTheReports() throws Exception {
        MarkdownReport reports = new MarkdownReport(directory);
        reports.write(report("new", 0.92, false));
        assertThat(reports.writeProfile(report("old", 0.85, true), Map.of()))
                .content()
                .contains(
                        "# Where the time goes: index", "`benchmarks/run index --profile`, commit old, on a processor")
                .contains(
                        "- with Flight Recorder on: indexer to bulk: median 0.850 (0.850 to 0.850)\n",
                        "[index](index.md)")
                .doesNotContain("not for publication");
        assertThat(Report.readAll(directory))
                .extracting(one -> one.build().commit())
                .containsExactly("new");
    }

    @Test
    void aProfileThatIsThereBeforeItsReportIsAPageAlone() throws Exception {
        new MarkdownReport(directory.resolve("new")).writeProfile(report("old", 0.85, true), Map.of());
        assertThat(directory.resolve("new")).isDirectoryContaining("glob:**/index-profile.md");
        assertThat(directory.resolve("new/index.md")).doesNotExist();
    }

    @Test
    void pagesOfBeforeHaveTheirOriginElsewhereInTheText() throws Exception {
        Files.writeString(
                directory.resolve("index-profile.md"),
                "# Where\n\nRecorded while [index](index.md) was measured, commit abc + changes, on A (R) 2.1 with 2 cores,"
                        + " began 2026-11-24T00:57:27Z.\n\n- more\n");
        assertThat(ProfileLink.in(directory, "index").orElseThrow())
                .endsWith("a profile of commit abc + changes, began 2026-11-24T00:57:27Z");
    }
}
