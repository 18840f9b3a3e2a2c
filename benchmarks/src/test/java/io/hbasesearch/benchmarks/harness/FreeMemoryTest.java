/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeMemoryTest {
    private static final long MEGABYTE = 1024 * 1024;

    @TempDir
    private Path directory;

    @Test
    void whatIsFreeIsToldInKilobytes() {
        assertThat(FreeMemory.parse("MemTotal:       24684092 kB\nMemFree:        13619036 kB\nCached: 2301364 kB\n"))
                .isEqualTo(13_619_036L * 1024);
        assertThat(FreeMemory.parse("nothing of the kind\n")).isZero();
    }

    @Test
    void goesOnWhereItEnded() throws IOException {
        AtomicLong free = new AtomicLong(421 * MEGABYTE);
        FreeMemory memory = new FreeMemory(directory, () -> free.getAndSet(165 * MEGABYTE));

        assertThat(memory.fill()).isTrue();
        assertThat(file()).hasSize(261 * MEGABYTE + 1);
        assertThat(memory.fill()).isTrue();
        assertThat(file()).hasSize(266 * MEGABYTE + 1);
    }

    @Test
    void endsWhereReadingFillsNothing() throws IOException {
        FreeMemory memory = new FreeMemory(directory, () -> 10_000 * MEGABYTE);

        assertThat(memory.fill()).isFalse();
        assertThat(file()).hasSize(256 * MEGABYTE + 1);
    }

    @Test
    void leavesAloneWhatTheSystemKeeps() throws IOException {
        assertThat(new FreeMemory(directory, () -> 100 * MEGABYTE).fill()).isTrue();
        assertThat(file()).doesNotExist();
    }

    private File file() {
        return directory.resolve("free-memory").toFile();
    }
}
