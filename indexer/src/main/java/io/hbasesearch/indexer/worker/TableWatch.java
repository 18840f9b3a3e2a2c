/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.concurrent.BackgroundTask;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.row.TableCondition;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.WatchHealth;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks an index's table at intervals, as no event announces changes of a table as a whole. A table that is dropped, or lacks a
 * family, ends the index's run; one that is disabled, or whose edits are no longer announced, shows in the health; a truncated or
 * recreated one is reported to the code that compares it. Owns a thread, as a check waits for HBase.
 */
final class TableWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TableWatch.class);
    private static final String STEP = "following the table";
    // A table is also missing between being dropped and created again.
    private static final int LOOKS_UNTIL_MISSING = 2;

    private final IndexDefinition definition;
    private final RowReader rows;
    private final PipelineHealth health;
    private final WatchHealth looks;
    private final Metrics.Counter replaced;
    private final BackgroundTask task;
    private final AtomicBoolean isReplaced = new AtomicBoolean();
    private volatile @Nullable HBaseSearchException failure;

    // For the thread only:
    private @Nullable TableCondition last;
    private PipelineHealth.@Nullable HealthIssue ailment;
    private int missing;

    TableWatch(IndexDefinition definition, RowReader rows, PipelineHealth health, Duration interval, Metrics metrics) {
        this.definition = Objects.requireNonNull(definition, "definition");
        this.rows = Objects.requireNonNull(rows, "rows");
        this.health = Objects.requireNonNull(health, "health");
        this.looks = new WatchHealth("the watch of table " + definition.table(), interval);
        this.replaced = metrics.counter(
                "hbase_search_indexer_table_replaced_total",
                "Number of times that the table was found truncated or recreated",
                "index",
                definition.name());
        this.task = new BackgroundTask("hbase-search-table-" + definition.name(), interval, this::run);
    }

    void start() {
        task.start();
    }

    /** @throws HBaseSearchException TABLE_NOT_FOUND or CONFIGURATION_INVALID if the index can no longer follow the table */
    void check() {
        HBaseSearchException found = failure;
        if (found != null) {
            throw found;
        }
    }

    /** Returns whether the table was truncated or recreated since the last call. */
    boolean takeReplaced() {
        return isReplaced.getAndSet(false);
    }

    private void run() {
        try {
            inspect().ifPresentOrElse(this::look, this::tellFailing);
        } catch (HBaseSearchException e) {
            failure = e;
            task.requestStop();
        } catch (RuntimeException | Error e) {
            LOG.debug("index {}: {} fails unexpectedly", definition.name(), STEP, e);
            tell(Optional.of("checking table " + definition.table() + " fails unexpectedly: " + e));
        }
    }

    /** Returns empty if the condition is unknown. An unavailable HBase also shows in the reads, but without edits there are none. */
    private Optional<TableCondition> inspect() {
        try {
            Optional<TableCondition> found = rows.inspect(definition.table());
            looks.succeeded();
            return found;
        } catch (HBaseSearchException e) {
            looks.failed(e);
            LOG.debug("index {}: {} fails: {}", definition.name(), STEP, e.getMessage());
            return Optional.empty();
        }
    }

    private void tellFailing() {
        CheckResult result = looks.check();
        if (result.message().equals(CheckResult.healthy().message())) {
            return;
        }
        if (ailment == null) {
            tell(Optional.of(result.message()));
        } else {
            ailment.failedAgain(new IllegalStateException(result.message()));
        }
    }

    /** @throws HBaseSearchException if the index can no longer follow the table */
    void look(TableCondition now) {
        missing = now.exists() ? 0 : missing + 1;
        if (missing >= LOOKS_UNTIL_MISSING) {
            throw gone();
        }
        if (!now.exists()) {
            return;
        }
        requireFamilies(now);
        if (last != null && now.replaces(last)) {
            replaced.increment();
            isReplaced.set(true);
            LOG.warn(
                    "index {}: table {} was truncated or recreated; documents of deleted rows stay until the whole table"
                            + " has been compared, which begins once everything announced before is written",
                    definition.name(),
                    definition.table());
        }
        last = now;
        tell(ailment(now));
    }

    private HBaseSearchException gone() {
        return new HBaseSearchException(
                ErrorCode.TABLE_NOT_FOUND,
                "table " + definition.table() + " no longer exists: the index shows deleted rows",
                "If it was dropped for good: hbase-search index delete " + definition.name()
                        + ". If it is created again, restart the indexer, then run: hbase-search verify "
                        + definition.name() + " --repair",
                null);
    }

    private void requireFamilies(TableCondition now) {
        String lacking = mapped(now).stream()
                .filter(family -> !now.families().containsKey(family))
                .collect(Collectors.joining(", "));
        if (!now.families().isEmpty() && !lacking.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "table " + definition.table() + " has no family " + lacking + ", which the index definition names",
                    "Add the family and restart the indexer, or remove its fields from the definition and: "
                            + Remedies.createAnew(definition.name()),
                    null);
        }
    }

    private Optional<String> ailment(TableCondition now) {
        if (!now.enabled()) {
            return Optional.of("table " + definition.table()
                    + " is disabled: its rows cannot be read, and what was announced waits until it is enabled");
        }
        String silent = mapped(now).stream()
                .filter(family -> !now.families().getOrDefault(family, true))
                .collect(Collectors.joining(", "));
        return silent.isEmpty()
                ? Optional.empty()
                : Optional.of("table " + definition.table() + ": edits of family " + silent
                        + " are not announced, as its REPLICATION_SCOPE is 0: the index falls behind. Run hbase-search peer"
                        + " add --set-scope --table " + definition.table() + ", then hbase-search verify "
                        + definition.name() + " --repair");
    }

    /** Returns all of the table's families if the definition maps no column: any cell shows that a row exists. */
    private TreeSet<String> mapped(TableCondition now) {
        Set<String> families = definition.columns().families().keySet();
        return new TreeSet<>(families.isEmpty() ? now.families().keySet() : families);
    }

    private void tell(Optional<String> message) {
        if (ailment != null && !ailment.message().equals(message.orElse(""))) {
            ailment.close();
            ailment = null;
        }
        if (ailment == null && message.isPresent()) {
            ailment = health.ailing(STEP, new IllegalStateException(message.get()));
        }
    }

    @Override
    public void close() {
        task.interrupt();
        task.stop(Duration.ofSeconds(2));
        PipelineHealth.HealthIssue open = ailment;
        if (open != null) {
            open.close();
        }
    }
}
