/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.verify.SortedTable;
import io.hbasesearch.lucene.LuceneBackend;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DryRunTest extends ReindexRig {
    @TempDir
    Path directory;

    private LuceneBackend backend;

    @BeforeEach
    void open() {
        backend = new LuceneBackend(new LuceneConfig(directory, Duration.ofSeconds(1), 16 << 20));
    }

    @AfterEach
    void close() {
        backend.close();
    }

    private DryRun dryRun() {
        return new DryRun(definition, table, Duration.ofSeconds(1), backend, Clock.systemUTC());
    }

    @Test
    void everyFieldThatCannotBeMappedIsToldOfAndNothingIsLeft() throws InterruptedException {
        rows(10);
        table.rows.put(row(3), NOT_UTF8);
        table.rows.put(row(5), NOT_UTF8);
        DryRun.Report report = dryRun().run(Selection.all(), 100);
        assertThat(report.rows()).isEqualTo(10);
        assertThat(report.rejected()).isEqualTo(2);
        assertThat(report.kinds()).hasSize(1);
        DryRun.Rejected kind = report.kinds().get(0);
        assertThat(kind.stage()).isEqualTo("map");
        assertThat(kind.field()).isEqualTo("body");
        assertThat(kind.rows()).isEqualTo(2);
        assertThat(kind.example()).isEqualTo(row(3));
        assertThat(backend.admin().list()).isEmpty();
        assertThat(steps).doesNotContain("mark", "touch");
    }

    @Test
    void rowsThatTheDefinitionLeavesOutAreCountedAndNotRejected() throws InterruptedException {
        definition = SortedTable.OF_SEVEN;
        rows(10);
        table.rows.put(RowKey.utf8("stray"), NOT_UTF8);
        DryRun.Report report = dryRun().run(Selection.all(), 100);
        assertThat(report).isEqualTo(new DryRun.Report(11, 0, 1, List.of()));
    }

    @Test
    void theSampleIsOfEveryRegionAndNoLargerThanAskedFor() throws InterruptedException {
        rows(30);
        table.rows.put(row(29), NOT_UTF8);
        table.splits = List.of(row(2).bytes(), row(29).bytes());
        DryRun.Report report = dryRun().run(Selection.all(), 9);
        // All of the first, a half of what is left of the second, all of the last.
        assertThat(report.rows()).isEqualTo(2 + 4 + 1);
        assertThat(report.kinds()).extracting(DryRun.Rejected::example).containsExactly(row(29));
        KeyRange range = new KeyRange(row(4).bytes(), row(6).bytes());
        assertThat(dryRun().run(Selection.of(range), 9).rows()).isEqualTo(2);
    }

    @Test
    void whatAnotherLeftIsRemovedAndWhatOnlyLooksLikeItIsNot() throws InterruptedException {
        rows(5);
        backend.admin().create(named("test-dry-run-users"), new IndexSource("topic", "id", 1, 1));
        IndexMetadata left = backend.admin().create(named("test-dry-run-left"), new IndexSource("none", "none", 1, 1));
        assertThat(DryRun.isTrial(left)).isTrue();
        new DryRun(
                        DEFINITION,
                        table,
                        Duration.ofSeconds(1),
                        backend,
                        Clock.offset(Clock.systemUTC(), Duration.ofHours(2)))
                .run(Selection.all(), 9);
        assertThat(backend.admin().list()).extracting(IndexMetadata::index).containsExactly("test-dry-run-users");
    }

    private static IndexDefinition named(String name) {
        return new IndexDefinition(
                name, DEFINITION.table(), DEFINITION.rowKeyFormat(), DEFINITION.fields(), DEFINITION.hash());
    }

    @Test
    void itsIndexIsRemovedAlsoWhenItFails() {
        rows(5);
        table.rows.put(row(2), ByteArray.utf8("x"));
        table.onRow = row -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no");
        };
        assertThatThrownBy(() -> dryRun().run(Selection.all(), 9)).isInstanceOf(HBaseSearchException.class);
        assertThat(backend.admin().list()).isEmpty();
    }
}
