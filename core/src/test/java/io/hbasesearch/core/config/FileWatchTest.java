/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.spi.CheckResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FileWatchTest {
    private final BlockingQueue<String> settled = new ArrayBlockingQueue<>(1_000);
    private volatile String content = "old";

    private FileWatch<String> watch(Duration interval) {
        return new FileWatch<>("some-files", "some things", interval, "old", this::read, this::accept);
    }

    private String read() {
        if (content.startsWith("unreadable")) {
            throw new IllegalArgumentException(content);
        }
        return content;
    }

    private void accept(String read) {
        if (read.equals("bad")) {
            throw new IllegalStateException("bad content");
        }
        settled.add(read);
    }

    @Test
    void aChangeIsPassedOnOnceTwoPollsAgree() {
        try (FileWatch<String> watch = watch(Duration.ofDays(1))) {
            content = "half";
            watch.look();
            content = "whole";
            watch.look();
            assertThat(settled).isEmpty();
            watch.look();
            assertThat(settled).containsExactly("whole");
        }
    }

    @Test
    void aProblemIsToldInOneLineUntilTwoPollsAgreeAgain() {
        try (FileWatch<String> watch = watch(Duration.ofDays(1))) {
            content = "unreadable:\nline 3";
            watch.look();
            assertThat(watch.check())
                    .isEqualTo(
                            CheckResult.warning("some things stay as this process read them before: unreadable: line 3;"
                                    + " run: hbase-search config check"));
            content = "old";
            watch.look();
            assertThat(watch.check()).isEqualTo(CheckResult.healthy());
        }
    }

    @Test
    void contentThatIsRefusedIsAProblemToo() {
        try (FileWatch<String> watch = watch(Duration.ofDays(1))) {
            content = "bad";
            List.of(1, 2, 3, 4).forEach(poll -> watch.look());
            assertThat(watch.check().message()).contains("bad content");
            assertThat(settled).isEmpty();
        }
    }

    @Test
    void itsThreadPollsHoweverOftenItIsStarted() throws InterruptedException {
        try (FileWatch<String> watch = watch(Duration.ofMillis(1))) {
            watch.start();
            watch.start();
            assertThat(settled.poll(30, TimeUnit.SECONDS)).isEqualTo("old");
            assertThat(watch.check()).isEqualTo(CheckResult.healthy());
        }
    }
}
