/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The seeds of a run: {@code -Dfaults.seed=N} for one, or {@code -Dfaults.seeds=20} in a row that begin where the commit's hash
 * says, {@code -Dfaults.from=K} at the K-th of these. Immutable.
 *
 * @param commit they were derived from: {@code -Dfaults.commit} or the one that is checked out
 * @param built what is checked out and runs, with the mark {@value #DIRTY} when files differ from it
 * @param planned how many there are in a row, of which {@code values} may be the rest
 */
record Seeds(String commit, String built, List<Long> values, int planned) {
    private static final int STANDARD = 20;
    private static final String DIRTY = "-dirty";

    Seeds {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "There is no seed to run: faults.seeds must be at least 1, and faults.from" + " not beyond it.");
        }
    }

    static Seeds ofThisRun() throws IOException, InterruptedException {
        String built = git("describe", "--always", "--dirty=" + DIRTY, "--abbrev=40", "--exclude=*");
        String named = System.getProperty("faults.commit");
        String commit = named == null ? hash(built) : git("rev-parse", "--verify", named + "^{commit}");
        String one = System.getProperty("faults.seed");
        if (one != null) {
            return new Seeds(commit, built, List.of(Long.parseLong(one)), 1);
        }
        int count = Integer.getInteger("faults.seeds", STANDARD);
        return new Seeds(commit, built, rest(from(commit, count), Integer.getInteger("faults.from", 1)), count);
    }

    /** @param from the first that counts, from 1 on */
    static List<Long> rest(List<Long> all, int from) {
        if (from < 1) {
            throw new IllegalArgumentException("faults.from counts from 1: " + from);
        }
        return all.subList(Math.min(from - 1, all.size()), all.size());
    }

    /** 28 bits of the hash, so that a seed is short enough to be read out. */
    static List<Long> from(String commit, int count) {
        long first = Long.parseLong(commit.substring(0, 7), 16) * 100;
        return LongStream.range(first, first + count).boxed().toList();
    }

    /** Whether it is one that was named, and no run of the suite. */
    boolean isOne() {
        return System.getProperty("faults.seed") != null;
    }

    /** Whether they are as many in a row as hold every class of fault several times, none left out. */
    boolean isStandard() {
        return planned >= STANDARD && values.size() == planned;
    }

    /** Whether results of this code can be told from those of any other. */
    boolean isCommitted() {
        return !built.endsWith(DIRTY);
    }

    private static String hash(String built) {
        return built.endsWith(DIRTY) ? built.substring(0, built.length() - DIRTY.length()) : built;
    }

    private static String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        Collections.addAll(command, arguments);
        Process git = new ProcessBuilder(command)
                .directory(Path.of(System.getProperty("hbasesearch.repository.root"))
                        .toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim();
        if (git.waitFor() != 0 || !output.matches("[0-9a-f]{40,}(" + DIRTY + ")?")) {
            throw new IllegalStateException("Seeds are derived from the commit, and git says: " + output
                    + ". Name one with -Dfaults.seed=NUMBER, in a repository with git.");
        }
        return output;
    }
}
