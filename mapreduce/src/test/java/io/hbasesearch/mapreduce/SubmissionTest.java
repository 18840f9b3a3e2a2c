/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SubmissionTest {
    @TempDir
    java.nio.file.Path temp;

    private final RetryPolicy patience = RetryPolicy.within(Duration.ofSeconds(30), new StopSignal());
    private final Deque<IOException> failures = new ArrayDeque<>();
    private int asked;

    private Submission<String> submit() throws StoppedException {
        return Submission.of(patience, this::reports, directory -> {
            if (!failures.isEmpty()) {
                throw failures.remove();
            }
            return directory.getName();
        });
    }

    private TaskReports reports() throws IOException {
        FileSystem files = FileSystem.getLocal(new Configuration(false));
        TaskReports reports = new TaskReports(
                files, new Path(temp.resolve("reports-" + asked++).toUri()));
        reports.create();
        return reports;
    }

    private List<String> left() throws IOException {
        try (Stream<java.nio.file.Path> files = Files.list(temp)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    @Test
    void aClusterThatDoesNotAnswerIsAskedAgainWithReportsOfTheirOwn() throws Exception {
        failures.add(new ConnectException("refused"));
        failures.add(new IOException("no answer", new ConnectException("refused")));
        assertThat(submit().job()).isEqualTo("reports-2");
        assertThat(left()).containsExactly("reports-2");
    }

    @Test
    void oneThatRefusesTheJobIsAskedOnce() throws Exception {
        failures.add(new IOException("unknown queue"));
        assertThatThrownBy(this::submit)
                .isInstanceOfSatisfying(HBaseSearchException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL);
                    assertThat(e.hint()).isPresent();
                })
                .hasMessageContaining("unknown queue");
        assertThat(asked).isEqualTo(1);
        assertThat(left()).isEmpty();
    }
}
