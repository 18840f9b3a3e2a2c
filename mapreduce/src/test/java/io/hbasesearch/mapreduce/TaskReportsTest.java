/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.reindex.Marked;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskReportsTest {
    private static final KeyRange RANGE = new KeyRange(ByteArray.wrap(new byte[] {0, (byte) 0x80}), ByteArray.empty());

    @TempDir
    java.nio.file.Path temp;

    private static TaskAttemptID attempt(int task) {
        return new TaskAttemptID("job", 1, TaskType.MAP, task, 0);
    }

    @Test
    void theDriverHearsOfEachTaskOnceAndOfTheLastFailure() throws IOException {
        FileSystem files = FileSystem.getLocal(new Configuration(false));
        java.nio.file.Path directory = temp.resolve("reports");
        TaskReports driver = new TaskReports(files, new Path(directory.toUri()));
        TaskReports task = new TaskReports(files, new Path(directory.toUri()));
        driver.create();
        assertThat(driver.poll()).isEmpty();
        task.done(attempt(0), RANGE);
        task.failed(attempt(1), new HBaseSearchException(ErrorCode.ACCESS_DENIED, "not you", "Ask.", null));
        assertThat(driver.poll()).containsExactly(RANGE);
        assertThat(driver.poll()).isEmpty();
        assertThat(driver.failure()).isNotNull();
        assertThat(driver.failure().code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(driver.failure()).hasMessage("not you");
        assertThat(driver.failure().hint()).contains("Ask.");
        driver.close();
        assertThat(Files.exists(directory)).isFalse();
    }

    @Test
    void theDriverHearsOfTheMarkersOfAnAttemptThatSaysNothingMore() throws IOException {
        FileSystem files = FileSystem.getLocal(new Configuration(false));
        java.nio.file.Path directory = temp.resolve("marked");
        TaskReports driver = new TaskReports(files, new Path(directory.toUri()));
        TaskReports killed = new TaskReports(files, new Path(directory.toUri()));
        driver.create();
        killed.marked(attempt(0), upTo(5));
        assertThat(driver.poll()).isEmpty();
        assertThat(driver.takeMarked()).containsExactly(upTo(5));
        killed.marked(attempt(0), upTo(7));
        killed.marked(attempt(0), upTo(9));
        assertThat(driver.poll()).isEmpty();
        assertThat(driver.takeMarked()).containsExactly(upTo(9));
        assertThat(driver.poll()).isEmpty();
        assertThat(driver.takeMarked()).isEmpty();
        driver.close();
    }

    private static Marked upTo(long offset) {
        return new Marked(2, Map.of(0, new Position(offset, OptionalInt.of(1))));
    }
}
