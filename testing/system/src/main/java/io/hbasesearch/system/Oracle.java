/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The equality oracle: compares every document of the raw physical index with what the table's rows must have become, by the
 * test's own reckoning. Fails when it compared nothing.
 */
public final class Oracle {
    private static final Logger log = LoggerFactory.getLogger(Oracle.class);
    private static final Duration POLL = Duration.ofMillis(250);

    private final RawIndex index;

    public Oracle(RawIndex index) {
        this.index = index;
    }

    /** Everything in the index, stubs included. */
    public Map<RowKey, RawDocument> read() throws IOException, InterruptedException {
        return index.read();
    }

    /** What differs, each as one line with the row's key; never its values. */
    public List<String> differences(Map<RowKey, Map<String, Object>> expected)
            throws IOException, InterruptedException {
        Map<RowKey, RawDocument> actual = index.read();
        List<String> differences = new ArrayList<>();
        expected.forEach((row, fields) -> {
            RawDocument document = actual.get(row);
            if (document == null || document.stub()) {
                differences.add(
                        "missing " + row + (document == null ? "" : " (stub at version " + document.version() + ")"));
            } else if (!document.fields().equals(fields)) {
                differences.add("stale " + row + " at version " + document.version() + " in fields "
                        + differing(document.fields(), fields));
            }
        });
        actual.forEach((row, document) -> {
            if (!document.stub() && !expected.containsKey(row)) {
                differences.add("extra " + row + " at version " + document.version());
            }
        });
        return differences;
    }

    /** Waits until the index equals {@code expected}; fails with what differs when the time is over. */
    public void awaitConverged(Map<RowKey, Map<String, Object>> expected, Duration limit, EventsOf events)
            throws Exception {
        assertThat(expected)
                .as("rows to compare: an oracle that compares none proves nothing")
                .isNotEmpty();
        List<String> differences = new ArrayList<>();
        try {
            Awaitility.await().atMost(limit).pollInterval(POLL).until(() -> {
                differences.clear();
                differences.addAll(differencesOrWhyNot(expected));
                return differences.isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            log.warn("no convergence within {}", limit);
        }
        report(expected.size(), differences.size(), events.read());
        assertThat(differences).as("differences after " + limit).isEmpty();
        awaitAccounted(limit, events);
    }

    /** An event that repeats what is in the index already may come later than the equality. */
    private void awaitAccounted(Duration limit, EventsOf events) {
        List<String> unaccounted = new ArrayList<>();
        try {
            Awaitility.await().atMost(limit).pollInterval(POLL).until(() -> {
                unaccounted.clear();
                unaccounted.addAll(unaccounted(events.read()));
                return unaccounted.isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            log.warn("events unaccounted for after {}", limit);
        }
        assertThat(unaccounted)
                .as("rows whose version is not that of their newest event")
                .isEmpty();
    }

    /** As {@link #differences}; an index that cannot be read is one: one that has just come back may not answer yet. */
    public List<String> differencesOrWhyNot(Map<RowKey, Map<String, Object>> expected) throws InterruptedException {
        try {
            return differences(expected);
        } catch (IOException e) {
            return List.of("the index cannot be read: " + e);
        }
    }

    /** Says how much was compared. */
    public static void report(int rows, int differences, EventLog announced) {
        log.info(
                "oracle: {} rows compared, {} differ; {} events announced, {} of them redelivered",
                rows,
                differences,
                announced.events().size(),
                announced.redelivered());
        assertThat(announced.events()).as("events").isNotEmpty();
    }

    /**
     * A row that is gone must have left a stub with nothing in it, and every row the version of its newest event: a lower one
     * may be of an earlier read, and a higher one would refuse every later write.
     *
     * @param announced read before the index is
     */
    public List<String> unaccounted(EventLog announced) throws IOException, InterruptedException {
        Map<RowKey, RawDocument> actual = index.read();
        List<String> unaccounted = new ArrayList<>();
        announced.newestVersions().forEach((row, version) -> {
            RawDocument document = actual.get(row);
            if (document == null || document.version() < version) {
                unaccounted.add("unaccounted " + row + " has no document or stub at version " + version);
            } else if (document.version() > announced.highestVersions().get(row)) {
                unaccounted.add("overtaken " + row + " has version " + document.version()
                        + ", above its newest event's " + version);
            } else if (document.stub() && !document.fields().isEmpty()) {
                unaccounted.add("unaccounted " + row + " is a stub with fields "
                        + document.fields().keySet());
            }
        });
        return unaccounted;
    }

    /**
     * Stubs that say the wrong thing.
     *
     * @param unmappable rows that are there and cannot be mapped: they have failed, and no others have
     */
    public List<String> misjudged(Set<RowKey> unmappable) throws IOException, InterruptedException {
        Map<RowKey, RawDocument> actual = index.read();
        List<String> misjudged = new ArrayList<>();
        for (RowKey row : unmappable) {
            RawDocument document = actual.get(row);
            if (document == null || document.state() != RawDocument.State.FAILED) {
                misjudged.add("misjudged " + row + " cannot be mapped, and is "
                        + (document == null ? "not in the index" : document.state()));
            }
        }
        actual.forEach((row, document) -> {
            if (document.state() == RawDocument.State.FAILED && !unmappable.contains(row)) {
                misjudged.add("misjudged " + row + " is marked as failed, and can be mapped or is gone");
            }
        });
        return misjudged;
    }

    private static Set<String> differing(Map<String, Object> some, Map<String, Object> others) {
        Set<String> names = new TreeSet<>(some.keySet());
        names.addAll(others.keySet());
        names.removeIf(name -> Objects.equals(some.get(name), others.get(name)));
        return names;
    }

    /** Where the events of a table are read from. */
    public interface EventsOf {
        EventLog read() throws Exception;
    }

    /** Waits for anything else that must become true. */
    public static void await(String what, Duration limit, BooleanSupplier condition) {
        Awaitility.await(what).atMost(limit).pollInterval(POLL).until(condition::getAsBoolean);
    }
}
