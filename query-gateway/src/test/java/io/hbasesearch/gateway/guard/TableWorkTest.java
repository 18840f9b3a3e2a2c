/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.gateway.GatewayFixture;
import io.hbasesearch.gateway.PlanTest;
import io.hbasesearch.gateway.answer.FoundPage;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.plan.RowPaths;
import io.hbasesearch.gateway.search.PageSpan;
import io.hbasesearch.gateway.search.SearchQuery;
import io.hbasesearch.gateway.search.TablePath;
import io.hbasesearch.gateway.telemetry.GatewayMetrics;
import io.hbasesearch.gateway.telemetry.Tracing;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the processor time of a table plan is bounded. */
class TableWorkTest {
    private static final int ROWS = 1_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final GatewayResilience.Breaker BREAKER =
            new GatewayResilience.Breaker(20, 10, 50, Duration.ofSeconds(5), 1);

    private final GatewayFixture fixture = GatewayFixture.create();
    private final AtomicLong clock = new AtomicLong();
    private BackendGuard hbase;

    @BeforeEach
    void start() {
        fixture.offer(PlanTest.byUserAndDay());
        for (int i = 0; i < ROWS; i++) {
            fixture.table.put(PlanTest.key(i, "a"), "d", "kind", "odd");
        }
        hbase = new BackendGuard("hbase", TIMEOUT, new BackendGuard.Bounds(4, 0), BREAKER, Metrics.none());
    }

    @AfterEach
    void close() {
        hbase.close();
        fixture.close();
    }

    /** Each look at the clock finds a millisecond more, so that each row takes one. */
    @Test
    void aPageEndsWhenChoosingItsRowsHasTakenAsLongAsItMay() {
        FoundPage page = page(Optional.empty());
        int most = (int) ProcessorTime.OF_STAGE.toMillis() + 1;

        assertThat(page.checks().checked()).isEqualTo(most);
        assertThat(page.ends().more()).isTrue();
        assertThat(page.gaps().cut()).hasSize(1);
        assertThat(page.gaps().cut().get(0).stage()).isEqualTo("scan");
        assertThat(page.gaps().cut().get(0).isOfTime()).isTrue();
        assertThat(page.gaps().cut().get(0).losesHits()).isFalse();

        FoundPage last = page(page(page.ends().last()).ends().last());

        assertThat(last.checks().checked()).isEqualTo(ROWS - 2 * most);
        assertThat(last.ends().more()).isFalse();
    }

    private FoundPage page(Optional<CursorPosition> from) {
        Query noRow = new Query.Word(List.of("kind"), "even");
        TablePath table = new TablePath(
                hbase,
                new RowPaths(fixture.table),
                1,
                new GatewayMetrics(Metrics.none()),
                new Tracing(OpenTelemetry.noop()));
        return table.page(
                new TablePath.TablePageRequest(
                        fixture.indexes.get("words"),
                        new SearchQuery(
                                noRow,
                                new SearchQuery.Ranked(noRow, Scoring.At.DEFAULT),
                                List.of(),
                                SortKey.byScore(),
                                List.of(),
                                1,
                                List.of(),
                                new SearchQuery.Uses(Set.of(), Optional.empty())),
                        new AccessPath.Scan(List.of(KeyRange.all()), List.of(), List.of(), List.of()),
                        new PageSpan<>(10, 0, from.map(CursorPosition.OfTable.class::cast), false),
                        Long.MAX_VALUE,
                        ColumnSelection.everything()),
                RequestDeadline.ofSearch(
                        TIMEOUT, System::nanoTime, new ProcessorTime(() -> clock.addAndGet(1_000_000))));
    }
}
