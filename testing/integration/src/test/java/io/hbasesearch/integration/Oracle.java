/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The equality oracle: compares every document of the raw physical index with what the table's rows must have become, by the
 * test's own reckoning. Fails when it compared nothing.
 */
final class Oracle {
    private static final Logger log = LoggerFactory.getLogger(Oracle.class);
    private static final Duration POLL = Duration.ofMillis(250);

    private final RawIndex index;

    Oracle(RawIndex index) {
        this.index = index;
    }

    /** What differs, each as one line with the row's key; never its values. */
    List<String> differences(Map<RowKey, Map<String, Object>> expected) throws IOException, InterruptedException {
        Map<RowKey, RawDocument> actual = index.read();
        List<String> differences = new ArrayList<>();
        expected.forEach((row, fields) -> {
            RawDocument document = actual.get(row);
            if (document == null || document.stub()) {
                differences.add(
                        "missing " + row + (document == null ? "" : " (stub at version " + document.version() + ")"));
            } else if (!document.fields().equals(fields)) {
                differences.add("stale " + row + " at version " + document.version() + ": index has "
                        + document.fields() + ", table has " + fields);
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
    void awaitConverged(Map<RowKey, Map<String, Object>> expected, Duration limit, EventsOf events) throws Exception {
        assertThat(expected)
                .as("rows to compare: an oracle that compares none proves nothing")
                .isNotEmpty();
        List<String> differences = new ArrayList<>();
        try {
            Awaitility.await().atMost(limit).pollInterval(POLL).until(() -> {
                differences.clear();
                differences.addAll(differences(expected));
                return differences.isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            log.warn("no convergence within {}", limit);
        }
        EventLog announced = events.read();
        log.info(
                "oracle: {} rows compared, {} differ; {} events announced, {} of them redelivered",
                expected.size(),
                differences.size(),
                announced.events().size(),
                announced.redelivered());
        assertThat(announced.events()).as("events").isNotEmpty();
        assertThat(differences).as("differences after " + limit).isEmpty();
    }

    /** Where the events of a table are read from. */
    interface EventsOf {
        EventLog read() throws Exception;
    }

    /** Waits for anything else that must become true. */
    static void await(String what, Duration limit, BooleanSupplier condition) {
        Awaitility.await(what).atMost(limit).pollInterval(POLL).until(condition::getAsBoolean);
    }
}
