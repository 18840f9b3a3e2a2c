/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import io.hbasesearch.benchmarks.profile.Profile.OfWay;
import io.hbasesearch.benchmarks.profile.Shares.Share;
import java.util.Locale;
import java.util.Map;

/** Profiles as a page for people. Stateless. */
public final class ProfilePage {
    private static final int OWNERS = 12;
    private static final int THREADS = 8;
    private static final int METHODS = 12;
    /** With fewer, a way did next to nothing in that JVM. */
    private static final long FEWEST_SAMPLES = 20;

    private static final String EXPLANATION =
            """
            A sample is a thread that was running Java code when Flight Recorder looked, every 10 to 20 ms; threads that waited, or were
            in the operating system, have none. Samples count from the beginning to the end of each way's own clock, warm-ups left out. Code of
            the JDK counts for whoever called it. "Called by" is the innermost method of ours on the stack, whoever's code ran.
            """;

    private ProfilePage() {}

    /**
     * @param heading lines below the title: what was measured, with which figures
     * @param jvms whose profiles these are
     */
    public static String of(String scenario, String heading, Map<String, Profile> jvms) {
        StringBuilder page =
                new StringBuilder("# Where the time goes: " + scenario + "\n\n" + heading + "\n" + EXPLANATION);
        jvms.forEach((jvm, profile) -> profile.ways().forEach((way, found) -> {
            if (found.owners().total() >= FEWEST_SAMPLES) {
                page.append("\n## ").append(way).append(": ").append(jvm).append("\n\n");
                append(page, found);
            }
        }));
        return page.toString();
    }

    private static void append(StringBuilder page, OfWay way) {
        long samples = way.owners().total();
        double seconds = way.length().toMillis() / 1e3;
        double paused = way.paused().toNanos() / 1e9;
        page.append(String.format(
                Locale.ROOT,
                "%,d samples in %.1f s of %d rounds; the collector held all threads for %.1f %% of that time.\n",
                samples,
                seconds,
                way.rounds(),
                seconds == 0 ? 0 : 100 * paused / seconds));
        table(page, "whose code", way.owners(), OWNERS, samples);
        table(page, "threads", way.threads(), THREADS, samples);
        table(page, "called by", way.callers(), METHODS, samples);
        table(page, "method", way.methods(), METHODS, samples);
        if (way.allocators().total() > 0) {
            table(
                    page,
                    "whose objects, by bytes",
                    way.allocators(),
                    OWNERS,
                    way.allocators().total());
        }
    }

    private static void table(StringBuilder page, String heading, Shares shares, int most, long whole) {
        if (shares.total() == 0) {
            return;
        }
        page.append("\n| % | ").append(heading).append(" |\n|---:|---|\n");
        for (Share share : shares.greatest(most, whole)) {
            page.append(String.format(Locale.ROOT, "| %.1f | %s |\n", 100 * share.part(), cell(share.name())));
        }
    }

    private static String cell(String name) {
        return "`" + name.replace("|", "\\|").replace("`", "'") + "`";
    }
}
