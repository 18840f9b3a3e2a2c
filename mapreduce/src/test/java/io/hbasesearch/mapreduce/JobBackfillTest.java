/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.PortableConfiguration;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.Selection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JobBackfillTest {
    private static final TaskAttemptID ATTEMPT = new TaskAttemptID("job", 1, TaskType.MAP, 0, 0);
    private static final MarkerPositions MARKED = new MarkerPositions(1, Map.of(0, new Position(7, OptionalInt.of(1))));

    private final List<MarkerPositions> kept = new ArrayList<>();
    private final List<MarkerPositions> lookedFor = new ArrayList<>();

    private final ReindexListener log = new ReindexListener() {
        @Override
        public void done(DoneRanges all, Counts soFar) {}

        @Override
        public void progress(Counts soFar, double fraction, String note) {}

        @Override
        public void marked(MarkerPositions appended) {
            kept.add(appended);
        }
    };

    /** Its rows are at versions that the log must go on having, whatever else there is to do. */
    @Test
    void lateReportOfAPresumedDeadDriverIsHeardBeforeTheRunEnds() throws IOException {
        List<ReindexJobs> jobs = new ArrayList<>();
        // Nothing is left: the other one reports while this one asks what is.
        RowReader rows = (RowReader) Proxy.newProxyInstance(
                RowReader.class.getClassLoader(), new Class<?>[] {RowReader.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("regions");
                    report(jobs.get(0));
                    return List.of();
                });
        IndexAccess access = access(rows);
        jobs.add(new ReindexJobs(
                new Configuration(false),
                access,
                new PortableConfiguration(new byte[0]),
                Selection.all(),
                Limits.standard(1),
                0));
        JobBackfill backfill =
                new JobBackfill(access, Selection.all(), jobs.get(0), RowsOf.liveTable(), lookedFor::add);
        assertThat(backfill.run(DoneRanges.none(), Counts.none(), log)).isTrue();
        assertThat(kept).containsExactly(MARKED);
        assertThat(lookedFor).containsExactly(MARKED);
        assertThat(jobs.get(0).unheard()).isEmpty();
    }

    private static void report(ReindexJobs jobs) {
        try {
            // It stays for whoever looks.
            @SuppressWarnings("resource")
            TaskReports reports = jobs.reports();
            reports.marked(ATTEMPT, MARKED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IndexAccess access(RowReader rows) {
        IndexDefinition definition =
                DefinitionText.read("mail", "table: mail\nfields: {body: {column: 'd:body', type: text}}\n");
        IndexMetadata metadata = IndexMetadata.builder("mail")
                .physicalName("mail-1")
                .uuid(UUID.randomUUID())
                .createdAt(Instant.EPOCH)
                .table(TableId.parse("mail"))
                .source(new IndexSource("hbase-search.default.mail", "id", 1, 1))
                .definitionHash("hash")
                .build();
        return new IndexAccess(null, definition, metadata, null, null, rows, null);
    }

    @Test
    void aJobThatSomebodyKilledIsNotTakenForOneThatFailed() {
        HBaseSearchException killed = JobBackfill.failure(status(JobStatus.State.KILLED), null);
        assertThat(killed).hasMessageContaining("was killed").hasMessageNotContaining("failed");
        assertThat(killed.hint()).hasValueSatisfying(hint -> assertThat(hint).contains("the same command"));
    }

    @Test
    void oneThatFailedSaysWhyItsTaskDid() {
        HBaseSearchException denied = new HBaseSearchException(ErrorCode.ACCESS_DENIED, "not you", "Ask.", null);
        HBaseSearchException failed =
                JobBackfill.failure(status(JobStatus.State.FAILED), new TaskReports.Failure(ATTEMPT, denied));
        assertThat(failed.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(failed).hasMessageContaining("failed repeatedly").hasMessageContaining("not you");
    }

    private static JobStatus status(JobStatus.State state) {
        return new JobStatus(
                new JobID("job", 1), 1, 1, 1, 1, state, JobPriority.NORMAL, "user", "reindex", "file", "url");
    }
}
