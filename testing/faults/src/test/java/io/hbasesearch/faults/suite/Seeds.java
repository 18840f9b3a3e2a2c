/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The seeds of a run: {@code -Dfaults.seed=N} for one, or {@code -Dfaults.seeds=20} in a row that begin where the commit's hash
 * says. Immutable.
 *
 * @param commit they were derived from
 */
record Seeds(String commit, List<Long> values) {
    private static final int STANDARD = 20;

    static Seeds ofThisRun() throws IOException, InterruptedException {
        String one = System.getProperty("faults.seed");
        String commit = headOfGit();
        if (one != null) {
            return new Seeds(commit, List.of(Long.parseLong(one)));
        }
        int count = Integer.getInteger("faults.seeds", STANDARD);
        return new Seeds(commit, from(commit, count));
    }

    /** 28 bits of the hash, so that a seed is short enough to be read out. */
    static List<Long> from(String commit, int count) {
        long first = Long.parseLong(commit.substring(0, 7), 16) * 100;
        return LongStream.range(first, first + count).boxed().toList();
    }

    private static String headOfGit() throws IOException, InterruptedException {
        Process git = new ProcessBuilder("git", "rev-parse", "HEAD")
                .directory(Path.of(System.getProperty("hbasesearch.repository.root"))
                        .toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim();
        if (git.waitFor() != 0 || !output.matches("[0-9a-f]{40,}")) {
            throw new IllegalStateException("seeds are derived from the commit, and git says: " + output
                    + ". Name one with -Dfaults.seed=NUMBER.");
        }
        return output;
    }
}
