/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoverProcessesTest {
    @TempDir
    Path directory;

    private Process server;

    @BeforeEach
    void startAServer() throws IOException {
        List<String> command = new ArrayList<>(Signals.ownSession());
        command.addAll(List.of("/bin/sh", "-c", "while :; do sleep 60; done"));
        server = new ProcessBuilder(command).start();
    }

    @AfterEach
    void killTheServer() {
        Signals.kill(server.toHandle());
    }

    @Test
    void aServerOfADeadOwnerIsStopped() throws Exception {
        Process owner = new ProcessBuilder("/bin/sh", "-c", "exec sleep 60").start();
        PidFile.Identity ownerIdentity = PidFile.Identity.of(owner.toHandle());
        owner.destroyForcibly().waitFor();
        new PidFile("kafka", PidFile.Identity.of(server.toHandle()), ownerIdentity).write(directory);

        assertThat(LeftoverProcesses.find(directory))
                .hasValue(new LeftoverProcesses.RunningServer("kafka", server.pid(), owner.pid(), false));
        LeftoverProcesses.reclaim(directory, Duration.ofSeconds(5));

        assertThat(server.waitFor(5, TimeUnit.SECONDS)).isTrue();
        assertThat(LeftoverProcesses.find(directory)).isEmpty();
    }

    @Test
    void aServerOfALivingOwnerIsLeftAlone() throws Exception {
        PidFile.Identity owner = PidFile.Identity.of(ProcessHandle.current());
        new PidFile("hbase", PidFile.Identity.of(server.toHandle()), owner).write(directory);

        assertThatThrownBy(() -> LeftoverProcesses.reclaim(directory, Duration.ofSeconds(5)))
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("is in use by hbase (pid %d)".formatted(server.pid()));
        assertThat(server.isAlive()).isTrue();
    }

    @Test
    void anotherProcessWithTheSameIdIsNotTheServer() throws Exception {
        PidFile.Identity actual = PidFile.Identity.of(server.toHandle());
        PidFile.Identity earlier =
                new PidFile.Identity(actual.pid(), actual.started().minusSeconds(60));
        new PidFile("hbase", earlier, PidFile.Identity.of(ProcessHandle.current())).write(directory);

        LeftoverProcesses.reclaim(directory, Duration.ofSeconds(5));

        assertThat(server.isAlive()).isTrue();
        assertThat(PidFile.read(directory)).isEmpty();
    }
}
