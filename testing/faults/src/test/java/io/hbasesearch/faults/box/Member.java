/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.box;

import io.hbasesearch.system.SearchProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of a fleet's processes and the file it writes to. Thread-safe; the process is the {@link Fleet}'s.
 *
 * @param log of this process alone
 */
public record Member(String name, SearchProcess process, Path log) {
    private static final Pattern ADDRESS = Pattern.compile("started; (http://[0-9.:]+)/health");
    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Where its HTTP interface is, once it has said so. */
    public Optional<String> address() {
        try {
            Matcher matcher = ADDRESS.matcher(Files.readString(log));
            return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** What is wrong with it, by its own account or as it does not answer; nothing if it is well. */
    public Optional<String> ailment() throws InterruptedException {
        Optional<String> address = address();
        return address.isEmpty()
                ? Optional.of("it has not started")
                : Operations.ailment(address.get(), PATIENCE).map(ailment -> name + ": " + ailment);
    }

    /** Why an index of it has stopped for good, which hardly any fault may bring about: the process lives on then. */
    public Optional<String> failure() throws InterruptedException {
        Optional<String> address = address();
        return address.isEmpty()
                ? Optional.empty()
                : Operations.ailment(address.get(), SHORT)
                        .filter(ailment -> ailment.contains(" is FAILED "))
                        .map(ailment -> name + " had failed: " + ailment);
    }

    /** Whether it says that it lives, within a while that is long for that and short for a search. */
    public boolean isLive() throws InterruptedException {
        Optional<String> address = address();
        return address.isPresent() && Operations.isLive(address.get(), PATIENCE);
    }

    /**
     * The sum of one of its metrics.
     *
     * @param tag that counts, such as {@code result="applied"}; empty for all
     * @throws IOException when it does not say
     */
    public double metric(String metric, String tag) throws IOException, InterruptedException {
        String at = address().orElseThrow(() -> new IOException(name + " has not started"));
        return Operations.metric(at, metric, tag);
    }
}
