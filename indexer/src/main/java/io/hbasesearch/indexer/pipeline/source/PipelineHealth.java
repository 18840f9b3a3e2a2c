/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import io.hbasesearch.core.concurrent.RetryPolicy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The present issues of an index. Every step that fails and is retried is listed here from its first failure until it succeeds or
 * is given up. Warnings are listed, too: conditions that need attention although nothing fails. Safe for use by several threads.
 */
public final class PipelineHealth {
    private static final Logger LOG = LoggerFactory.getLogger(PipelineHealth.class);

    private final String index;
    private final Clock clock;
    private final Set<HealthIssue> ailments = ConcurrentHashMap.newKeySet();
    private final Map<String, Boolean> announced = new ConcurrentHashMap<>();

    public PipelineHealth(String index, Clock clock) {
        this.index = Objects.requireNonNull(index, "index");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** @param step what fails: a participle and its object; the first failure of a kind is logged as a warning */
    public HealthIssue ailing(String step, Throwable failure) {
        HealthIssue ailment = new HealthIssue(step, true, clock.instant(), String.valueOf(failure.getMessage()));
        ailments.add(ailment);
        if (announced.putIfAbsent(step, true) == null) {
            LOG.warn("index {}: {} failed, retrying: {}", index, step, failure.getMessage());
        } else {
            LOG.debug("index {}: {} failed, retrying: {}", index, step, failure.getMessage());
        }
        return ailment;
    }

    /** Does the same as {@link #ailing} for a failure that is already in the log. */
    public HealthIssue ailingStill(String step, Throwable failure) {
        HealthIssue ailment = new HealthIssue(step, true, clock.instant(), String.valueOf(failure.getMessage()));
        ailments.add(ailment);
        announced.put(step, true);
        return ailment;
    }

    /**
     * Reports a condition that needs attention although nothing fails; logged as a warning.
     *
     * @param what the subject of the warning
     */
    public HealthIssue warning(String what, String message) {
        HealthIssue ailment = new HealthIssue(what, false, clock.instant(), message);
        ailments.add(ailment);
        LOG.warn("index {}: {}: {}", index, what, message);
        return ailment;
    }

    /** Returns the failure that has lasted longest. */
    public Optional<HealthIssue> worst() {
        return oldest(true);
    }

    /** Returns the warning that has lasted longest. */
    public Optional<HealthIssue> warned() {
        return oldest(false);
    }

    private Optional<HealthIssue> oldest(boolean failing) {
        return ailments.stream()
                .filter(ailment -> ailment.failing == failing)
                .min(Comparator.comparing(HealthIssue::since));
    }

    /** A step that keeps failing, or a warning. Closed when it no longer applies. */
    public final class HealthIssue implements RetryPolicy.Report {
        private final String step;
        private final boolean failing;
        private final Instant since;
        private volatile String message;

        private HealthIssue(String step, boolean failing, Instant since, String message) {
            this.step = step;
            this.failing = failing;
            this.since = since;
            this.message = message;
        }

        public Instant since() {
            return since;
        }

        public String message() {
            return message;
        }

        @Override
        public void failedAgain(Throwable failure) {
            message = String.valueOf(failure.getMessage());
        }

        @Override
        public void close() {
            if (ailments.remove(this) && !failing) {
                LOG.info("index {}: {}: resolved after {} s", index, step, seconds());
                return;
            }
            boolean last = ailments.stream().noneMatch(other -> other.step.equals(step));
            if (last && announced.remove(step) != null) {
                LOG.info("index {}: {} no longer fails, after {} s", index, step, seconds());
            }
        }

        private long seconds() {
            return Duration.between(since, clock.instant()).toSeconds();
        }
    }
}
