/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import java.util.List;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Gives each map task a range of keys, and no records: the task opens its scanners itself, each after its own markers. */
public final class KeyRangeInputFormat extends InputFormat<NullWritable, NullWritable> {
    @Override
    public List<InputSplit> getSplits(JobContext context) {
        return JobSettings.of(context).ranges().stream()
                .<InputSplit>map(KeyRangeSplit::new)
                .toList();
    }

    @Override
    public RecordReader<NullWritable, NullWritable> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new NoRecords();
    }

    private static final class NoRecords extends RecordReader<NullWritable, NullWritable> {
        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) {}

        @Override
        public boolean nextKeyValue() {
            return false;
        }

        @Override
        public NullWritable getCurrentKey() {
            return NullWritable.get();
        }

        @Override
        public NullWritable getCurrentValue() {
            return NullWritable.get();
        }

        @Override
        public float getProgress() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
