/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.PortableConfiguration;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import java.io.IOException;
import java.time.Instant;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;

class ReindexJobsTest {
    @Test
    void noTaskRunsTwiceAtATimeThoughHadoopsDefaultsHaveThatSo() {
        Configuration job = new JobConf();
        assertThat(job.getBoolean(MRJobConfig.MAP_SPECULATIVE, false)).isTrue();
        ReindexJobs.configure(job, 0);
        assertThat(job.getBoolean(MRJobConfig.MAP_SPECULATIVE, true)).isFalse();
    }

    @Test
    void unlessSomebodyAsksForIt() {
        Configuration job = new JobConf();
        job.set(MRJobConfig.MAP_SPECULATIVE, "true", "from command line");
        ReindexJobs.configure(job, 0);
        assertThat(job.getBoolean(MRJobConfig.MAP_SPECULATIVE, false)).isTrue();
    }

    @Test
    void whatTasksHaveSaidToADriverOfTheSameIndexThatWasKilledIsFound() throws IOException {
        ReindexJobs jobs = jobs(UUID.randomUUID());
        assertThat(jobs.unheard()).isEmpty();
        try (TaskReports killed = jobs.reports()) {
            Path directory = killed.directory();
            assertThat(jobs.unheard()).extracting(TaskReports::directory).containsExactly(directory);
            assertThat(jobs(UUID.randomUUID()).unheard()).as("of another index").isEmpty();
            killed.seal();
            assertThat(jobs.unheard())
                    .extracting(TaskReports::directory)
                    .as("of one that was killed while it heard them")
                    .containsExactly(directory.suffix(".sealed"));
        }
        assertThat(jobs.unheard()).isEmpty();
    }

    /** Of a process on this machine the directory for temporary files goes with it. */
    @Test
    void whatTasksSayIsKeptAtHomeOnALocalFileSystemToo() throws IOException {
        try (TaskReports reports = jobs(UUID.randomUUID()).reports()) {
            assertThat(reports.directory().getParent().toUri().getPath())
                    .isEqualTo(System.getProperty("user.home") + "/.hbase-search");
        }
    }

    private static ReindexJobs jobs(UUID index) {
        IndexMetadata metadata = IndexMetadata.builder("mail")
                .physicalName("mail-1")
                .uuid(index)
                .createdAt(Instant.EPOCH)
                .table(TableId.parse("mail"))
                .source(new IndexSource("hbase-search.default.mail", "id", 1, 1))
                .definitionHash("hash")
                .build();
        return new ReindexJobs(
                new Configuration(false),
                new IndexAccess(null, null, metadata, null, null, null, null),
                new PortableConfiguration(new byte[0]),
                Selection.all(),
                Limits.standard(1),
                0);
    }
}
