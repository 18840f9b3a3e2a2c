/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
        assertThat(heard(driver)).isEmpty();
        task.done(attempt(0), RANGE);
        task.failed(attempt(1), new HBaseSearchException(ErrorCode.ACCESS_DENIED, "not you", "Ask.", null));
        assertThat(heard(driver)).containsExactly(RANGE);
        assertThat(heard(driver)).isEmpty();
        assertThat(driver.failure()).isNotNull();
        assertThat(driver.failure().attempt()).hasToString(attempt(1).toString());
        assertThat(driver.failure().why().code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(driver.failure().why()).hasMessage("not you");
        assertThat(driver.failure().why().hint()).contains("Ask.");
        task.done(attempt(1), RANGE);
        assertThat(heard(driver)).containsExactly(RANGE);
        assertThat(driver.failure()).as("of a task that was repeated well").isNull();
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
        assertThat(heard(driver)).isEmpty();
        assertThat(noted(driver)).containsExactly(upTo(5));
        killed.marked(attempt(0), upTo(7));
        killed.marked(attempt(0), upTo(9));
        assertThat(heard(driver)).isEmpty();
        assertThat(noted(driver)).containsExactly(upTo(9));
        assertThat(heard(driver)).isEmpty();
        assertThat(noted(driver)).isEmpty();
        driver.close();
    }

    @Test
    void aThreadThatIsLateTakesNothingBackThatItsAttemptHasSaid() throws IOException {
        FileSystem files = FileSystem.getLocal(new Configuration(false));
        java.nio.file.Path directory = temp.resolve("late");
        TaskReports driver = new TaskReports(files, new Path(directory.toUri()));
        TaskReports task = new TaskReports(files, new Path(directory.toUri()));
        driver.create();
        task.marked(attempt(0), upTo(9));
        task.marked(attempt(0), upTo(7));
        driver.poll();
        assertThat(noted(driver)).containsExactly(upTo(9));
    }

    @Test
    void onceItIsSealedATaskCanSayNothingAndWhatItSaidBeforeIsHeard() throws IOException {
        FileSystem files = FileSystem.getLocal(new Configuration(false));
        java.nio.file.Path directory = temp.resolve("sealed");
        TaskReports driver = new TaskReports(files, new Path(directory.toUri()));
        TaskReports task = new TaskReports(files, new Path(directory.toUri()));
        driver.create();
        task.marked(attempt(0), upTo(5));
        driver.seal();
        driver.seal();
        assertThatThrownBy(() -> task.marked(attempt(0), upTo(7))).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> task.done(attempt(0), RANGE)).isInstanceOf(FileNotFoundException.class);
        assertThat(Files.exists(directory)).isFalse();
        driver.poll();
        assertThat(noted(driver)).containsExactly(upTo(5));
        driver.close();
        try (Stream<java.nio.file.Path> left = Files.list(temp)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void whatAnotherDriverHasTakenOverIsNotWaitedFor() throws IOException {
        FileSystem files = FileSystem.getLocal(new Configuration(false));
        Path directory = new Path(temp.resolve("taken").toUri());
        TaskReports first = new TaskReports(files, directory);
        first.create();
        new TaskReports(files, directory).close();
        assertThat(first.isTaken()).isFalse();
        for (ThrowingCallable step : List.<ThrowingCallable>of(first::poll, first::seal)) {
            assertThatThrownBy(step)
                    .isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                            .isEqualTo(ErrorCode.INDEX_LOCKED))
                    .hasMessageContaining("another driver has taken over");
        }
        assertThat(first.isTaken()).isTrue();
    }

    private static List<KeyRange> heard(TaskReports driver) throws IOException {
        driver.poll();
        return driver.takeDone();
    }

    private static List<MarkerPositions> noted(TaskReports driver) {
        List<MarkerPositions> found = new ArrayList<>();
        for (MarkerPositions next = driver.marked(); next != null; next = driver.marked()) {
            found.add(next);
            driver.noted();
        }
        return found;
    }

    private static MarkerPositions upTo(long offset) {
        return new MarkerPositions(2, Map.of(0, new Position(offset, OptionalInt.of(1))));
    }
}
