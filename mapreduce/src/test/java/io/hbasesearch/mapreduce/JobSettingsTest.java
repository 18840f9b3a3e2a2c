/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.PortableConfiguration;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;

class JobSettingsTest {
    private static final List<KeyRange> RANGES = List.of(
            new KeyRange(ByteArray.empty(), ByteArray.wrap(new byte[] {0, (byte) 0xff})),
            new KeyRange(ByteArray.wrap(new byte[] {0, (byte) 0xff}), ByteArray.utf8("${x},:")),
            new KeyRange(ByteArray.utf8("${x},:"), ByteArray.empty()));

    @Test
    void aTaskFindsWhatTheDriverWrote() throws IOException {
        Job job = Job.getInstance(new Configuration(false));
        Selection selection =
                new Selection(KeyRange.all(), OptionalLong.of(5), OptionalLong.empty(), List.of("d:${user.name}"));
        UUID id = UUID.randomUUID();
        JobSettings written = JobSettings.of(job);
        written.index("words", id);
        written.work(selection, new Limits(1, 2.5, 0, 7), RANGES, new Path("file:/tmp/reports"));
        Job task = Job.getInstance(job.getConfiguration());
        task.getCredentials().addAll(job.getCredentials());
        JobSettings read = JobSettings.of(task);
        assertThat(read.index()).isEqualTo("words");
        assertThat(read.indexId()).isEqualTo(id);
        assertThat(read.ranges()).isEqualTo(RANGES);
        assertThat(read.limits()).isEqualTo(new Limits(1, 2.5, 0, 7));
        assertThat(read.selection(RANGES.get(0)))
                .isEqualTo(new Selection(RANGES.get(0), OptionalLong.of(5), OptionalLong.empty(), selection.where()));
        assertThat(read.reports()).isEqualTo(new Path("file:/tmp/reports"));
        assertThat(read.snapshot()).isEmpty();
    }

    @Test
    void eachRangeIsASplitThatSurvivesTheWayToItsTask() throws IOException {
        Job job = Job.getInstance(new Configuration(false));
        JobSettings.of(job).work(Selection.all(), Limits.standard(1), RANGES, new Path("/r"));
        List<InputSplit> splits = new KeyRangeInputFormat().getSplits(job);
        assertThat(splits).hasSameSizeAs(RANGES);
        for (int i = 0; i < RANGES.size(); i++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ((KeyRangeSplit) splits.get(i)).write(new DataOutputStream(bytes));
            KeyRangeSplit read = new KeyRangeSplit();
            read.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
            assertThat(read.range()).isEqualTo(RANGES.get(i));
        }
    }

    /** The job's configuration is shown to everybody. */
    @Test
    void ourConfigurationAndRowKeysAreInTheCredentialsAlone() throws IOException {
        Job job = Job.getInstance(new Configuration(false));
        PortableConfiguration ours = new PortableConfiguration("password: secret".getBytes(StandardCharsets.UTF_8));
        JobSettings.configuration(job.getCredentials(), ours);
        assertThat(JobSettings.configuration(job.getCredentials()).bytes()).isEqualTo(ours.bytes());
        KeyRange keys = new KeyRange(ByteArray.utf8("ann@example.org"), ByteArray.utf8("bob@example.org"));
        JobSettings.of(job).work(Selection.of(keys), Limits.standard(1), List.of(keys), new Path("/r"));
        StringWriter xml = new StringWriter();
        job.getConfiguration().writeXml(xml);
        assertThat(xml.toString())
                .doesNotContain("secret")
                .doesNotContain(Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(keys.start().toBytes()));
    }
}
