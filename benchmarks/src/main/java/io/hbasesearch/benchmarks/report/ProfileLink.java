/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a scenario's report and the page of its profile, which is of another run, say of one another. Stateless. */
final class ProfileLink {
    /** Of the first lines of a page: its commit and its beginning. */
    private static final Pattern ORIGIN = Pattern.compile("commit ([^,]+), on .*, began (\\S+)\\.");

    private ProfileLink() {}

    static Path page(Path directory, String scenario) {
        return directory.resolve(scenario + "-profile.md");
    }

    /** For the report: a link to the profile that is there, and whose it is. */
    static Optional<String> in(Path directory, String scenario) throws IOException {
        Path page = page(directory, scenario);
        if (!Files.exists(page)) {
            return Optional.empty();
        }
        Matcher origin = ORIGIN.matcher(Files.readString(page));
        String whose = origin.find() ? "commit " + origin.group(1) + ", began " + origin.group(2) : "commit unknown";
        return Optional.of("[where the time goes](" + page.getFileName() + "): a profile of " + whose);
    }

    /** For the profile: which run it is of, and the figures of that run. */
    static String heading(Report recorded) {
        StringBuilder heading = new StringBuilder(
                """
                Recorded in a run of its own, `%s`, commit %s, on %s with %d cores, began %s.
                Flight Recorder is in its figures; those without it are in [%s](%s.md).

                """
                        .formatted(
                                recorded.origin().command(),
                                recorded.build().commit(),
                                recorded.machine().platform().processor(),
                                recorded.machine().platform().cores(),
                                recorded.origin().began(),
                                recorded.scenario(),
                                recorded.scenario()));
        recorded.finding().verdicts().forEach(verdict -> heading.append("- with Flight Recorder on: ")
                .append(verdict.spreadAlone())
                .append('\n'));
        recorded.reasonsAgainstProfile()
                .forEach(reason ->
                        heading.append("- not for publication: ").append(reason).append('\n'));
        return heading.toString();
    }
}
