/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.cli.quickstart.directory.DataDirectoryLock;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.core.error.HBaseSearchException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {
    @TempDir
    Path temp;

    @Test
    void findsNothingWhereEverythingIsThere() {
        assertThat(preflight(new FakeMachine(17, Set.of(), 32_000, 32_000)).obstacles())
                .isEmpty();
    }

    @Test
    void reportsEveryObstacleAtOnceEachWithItsFix() {
        Preflight preflight = preflight(new FakeMachine(11, Set.of(8930, 8932), 500, 10));

        assertThat(preflight.obstacles()).hasSize(5);
        assertThatThrownBy(preflight::require)
                .isInstanceOfSatisfying(
                        HBaseSearchException.class,
                        failure -> assertThat(failure.code().exitCode()).isEqualTo(10))
                .hasMessageContainingAll(
                        "Java 11",
                        "port 8930",
                        "port 8932",
                        "--port N",
                        "500 MB of memory",
                        "10 MB of disk",
                        "--data DIR");
    }

    @Test
    void refusesAnotherIndexOnTheSameData() throws Exception {
        new QuickstartState(Optional.of(IndexKind.ELASTICSEARCH), 0).store(new QuickstartLayout(temp));

        assertThat(preflight(new FakeMachine(17, Set.of(), 32_000, 32_000)).obstacles())
                .singleElement()
                .asString()
                .contains("--index elasticsearch", "quickstart clean");
    }

    @Test
    void refusesADirectoryWithFilesOfSomebodyElse() throws Exception {
        Path others = Files.createDirectories(temp.resolve("hbase"));
        QuickstartLayout layout = new QuickstartLayout(temp);

        assertThat(preflight(new FakeMachine(17, Set.of(), 32_000, 32_000)).obstacles())
                .singleElement()
                .asString()
                .contains("hbase", "do not belong to a quickstart", "--data DIR");
        assertThatThrownBy(() -> QuickstartRun.requireOurs(layout))
                .hasMessageContaining("do not belong to a quickstart");
        assertThat(others).exists();

        new QuickstartState(Optional.of(IndexKind.LUCENE), 0).store(layout);
        QuickstartRun.requireOurs(layout);
    }

    @Test
    void whatNoQuickstartUsesAndWhatOneThatFailedHasLeftIsNotForeign() throws Exception {
        QuickstartLayout layout = new QuickstartLayout(temp);
        assertThat(layout.foreign()).isEmpty();
        Files.createFile(layout.instance());
        Files.createDirectories(layout.diagnostics());
        Files.createDirectories(temp.resolve("lost+found"));
        assertThat(layout.foreign()).isEmpty();
        assertThat(new QuickstartLayout(temp.resolve("none")).foreign()).isEmpty();
    }

    @Test
    void aSecondInstanceIsRefusedAndNamesTheFirst() throws Exception {
        QuickstartLayout layout = new QuickstartLayout(temp.resolve("data"));
        assertThat(DataDirectoryLock.running(layout)).isEmpty();
        try (DataDirectoryLock first = DataDirectoryLock.acquire(layout, "http://127.0.0.1:8930")) {
            assertThat(first).isNotNull();
            assertThat(DataDirectoryLock.running(layout)).hasValueSatisfying(owner -> assertThat(owner)
                    .contains("process " + ProcessHandle.current().pid(), "http://127.0.0.1:8930"));
            assertThatThrownBy(() -> DataDirectoryLock.acquire(layout, "http://127.0.0.1:9999"))
                    .hasMessageContainingAll("already running", "http://127.0.0.1:8930");
        }
        assertThat(DataDirectoryLock.running(layout)).isEmpty();
    }

    private Preflight preflight(FakeMachine machine) {
        return new Preflight(
                new QuickstartSettings(
                        IndexKind.LUCENE,
                        new QuickstartLayout(temp),
                        QuickstartPorts.from(QuickstartPorts.DEFAULT_PAGE),
                        temp),
                machine);
    }

    private record FakeMachine(int javaVersion, Set<Integer> taken, long memoryMegabytes, long diskMegabytes)
            implements Preflight.Machine {
        @Override
        public boolean isFree(int port) {
            return !taken.contains(port);
        }

        @Override
        public Optional<Long> availableMemoryBytes() {
            return Optional.of(memoryMegabytes << 20);
        }

        @Override
        public long usableDiskBytes(Path directory) {
            return diskMegabytes << 20;
        }

        @Override
        public boolean isRoot() {
            return false;
        }
    }
}
