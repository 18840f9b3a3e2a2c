/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import io.hbasesearch.faults.Expected;
import io.hbasesearch.faults.fault.IndexerGroup;
import io.hbasesearch.faults.suite.SeedResult.Found;
import io.hbasesearch.system.DeadLetterLog;
import io.hbasesearch.system.EventLog;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What must become true once writes have stopped, and stay so. That the index equals the table for a moment proves little: a
 * write that is late, an event that is still on its way, would make a row stale afterwards. So first the write-ahead logs are
 * drained and every event is acknowledged; then all is compared, and compared again a while later. One use; one thread.
 */
final class Silence {
    private static final Logger log = LoggerFactory.getLogger(Silence.class);
    /** Longer than any request, retry or session that could bring something late. */
    private static final Duration HELD = Duration.ofSeconds(25);
    /** For an event that came late all the same. */
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private static final Duration POLL = Duration.ofMillis(500);

    private final Site site;
    private final String name;
    private final String bootstrapServers;
    private final IndexerGroup group;
    private final List<String> wrong;
    private final Path evidence;

    /**
     * @param name of table, peer and index
     * @param wrong where it is said what is not as it must be
     * @param evidence the file that is written then
     */
    Silence(Site site, String name, String bootstrapServers, IndexerGroup group, List<String> wrong, Path evidence) {
        this.site = site;
        this.name = name;
        this.bootstrapServers = bootstrapServers;
        this.group = group;
        this.wrong = wrong;
        this.evidence = evidence;
    }

    /**
     * What came of it.
     *
     * @param found documents that differed in the end
     * @param convergence until nothing differed, or until the time was over
     */
    record Outcome(Found found, Duration convergence, EventLog events) {}

    /** @param limit for everything to be acknowledged, and for nothing to differ */
    Outcome await(Expected expected, Duration limit) throws Exception {
        long begin = System.nanoTime();
        new Backlog(site, name, wrong).awaitDrained();
        awaitAcknowledged(limit);
        List<String> differences = awaitEqual(expected, limit);
        Duration convergence = Duration.ofNanos(System.nanoTime() - begin);
        if (differences.isEmpty()) {
            Thread.sleep(HELD.toMillis());
            awaitAcknowledged(AGAIN);
            differences = differences(expected);
        }
        EventLog events = events();
        Oracle.report(expected.documents().size(), differences.size(), events);
        wrong.addAll(differences);
        if (!wrong.isEmpty()) {
            keepEvidence();
        }
        return new Outcome(Found.among(differences), convergence, events);
    }

    private void awaitAcknowledged(Duration limit) {
        try {
            Oracle.await("every event acknowledged", limit, () -> behind() == 0);
        } catch (ConditionTimeoutException e) {
            wrong.add(behind() + " events were not acknowledged within " + limit);
        }
    }

    private long behind() {
        try {
            return group.behind();
        } catch (ExecutionException | TimeoutException e) {
            log.warn("{}: the group cannot be asked", name, e);
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private List<String> awaitEqual(Expected expected, Duration limit) throws Exception {
        long begin = System.nanoTime();
        List<String> differences = differences(expected);
        while (!differences.isEmpty() && System.nanoTime() - begin < limit.toNanos()) {
            Thread.sleep(POLL.toMillis());
            differences = differences(expected);
        }
        return differences;
    }

    /** Of all kinds; those that take longer to look for, only when there are no others. */
    private List<String> differences(Expected expected) throws Exception {
        Oracle oracle = site.oracle();
        List<String> differences = oracle.differencesOrWhyNot(expected.documents());
        if (!differences.isEmpty()) {
            return differences;
        }
        EventLog events = events();
        List<String> others = new ArrayList<>(oracle.unaccounted(events));
        others.addAll(oracle.misjudged(expected.unmappable()));
        others.addAll(withoutLetter(expected, events));
        return others;
    }

    private EventLog events() throws Exception {
        return site.events("default", name, group.epoch());
    }

    /** The newest event of a row that cannot be mapped is a dead letter. */
    private List<String> withoutLetter(Expected expected, EventLog events) throws Exception {
        DeadLetterLog letters = DeadLetterLog.read(bootstrapServers, name);
        return expected.unmappable().stream()
                .filter(row -> letters.newestVersions().getOrDefault(row, 0L)
                        < events.newestVersions().getOrDefault(row, 1L))
                .map(row -> "unlettered " + row + " cannot be mapped, and its newest event is no dead letter")
                .toList();
    }

    @SuppressWarnings("CatchingUnchecked") // what is wrong must be told, whatever becomes of the evidence
    private void keepEvidence() {
        try {
            Evidence.write(evidence, bootstrapServers, group.topic(), String.join("\n", wrong) + "\n");
        } catch (Exception e) {
            wrong.add("the evidence could not be kept: " + e);
        }
    }
}
