/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
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
}
