/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaServerIT {
    private static final Duration START = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test
    void aTopicIsThereAfterAStopAndAfterAKill() throws Exception {
        int port = Ports.free();
        try (KafkaServer server = KafkaServer.builder(directory).port(port).build()) {
            Measured.start("Kafka, new", server, START);
            try (Admin admin = admin(server)) {
                admin.createTopics(List.of(new NewTopic("events", 3, (short) 1)))
                        .all()
                        .get();
            }
            Measured.stop("Kafka", server);
            assertThat(Ports.isFree(port)).isTrue();

            Measured.start("Kafka, again", server, START);
            assertThat(topics(server)).contains("events");
            server.kill();
            assertThat(server.isRunning()).isFalse();
        }
        try (KafkaServer server = KafkaServer.builder(directory).port(port).build()) {
            Measured.start("Kafka, after a kill", server, START);
            assertThat(topics(server)).contains("events");
        }
    }

    @Test
    void aPausedBrokerAnswersNothingUntilItResumes() throws Exception {
        try (KafkaServer server = KafkaServer.builder(directory).build()) {
            Measured.start("Kafka, new", server, START);
            try (Admin admin = admin(server)) {
                admin.listTopics().names().get();
                server.pause();
                assertThatThrownBy(() -> admin.describeCluster().clusterId().get())
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(TimeoutException.class);
                server.resume();
                assertThat(admin.describeCluster().clusterId().get(20, TimeUnit.SECONDS))
                        .isNotBlank();
            }
            server.pause();
        }
        assertThat(LeftoverProcesses.find(directory)).isEmpty();
    }

    @Test
    void aStartThatFailsShowsWhatTheLogSays() throws Exception {
        try (KafkaServer server = KafkaServer.builder(directory).build()) {
            Measured.start("Kafka, new", server, START);
        }
        try (KafkaServer server = KafkaServer.builder(directory)
                .setting("log.retention.ms", "for ever")
                .build()) {
            server.start();
            assertThatThrownBy(() -> server.awaitReady(START))
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageContaining("kafka ended with exit code 1")
                    .hasMessageContaining("for ever")
                    .hasMessageContaining(server.logFile().toString());
        }
    }

    @Test
    void storageThatCannotBeFormattedShowsWhatTheToolSays() {
        try (KafkaServer server = KafkaServer.builder(directory)
                .setting("process.roles", "singer")
                .build()) {
            assertThatThrownBy(server::start)
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageContaining("singer");
        }
    }

    @Test
    void aServerThatIsInUseIsNotStartedTwice() throws Exception {
        try (KafkaServer first = KafkaServer.builder(directory).build();
                KafkaServer second = KafkaServer.builder(directory).build()) {
            first.start();
            assertThatThrownBy(second::start)
                    .hasMessageContaining("is in use by kafka (pid %d)".formatted(first.pid()));
            first.awaitReady(START);
        }
    }

    /** The owner is a JVM of its own, which is killed without a chance to stop anything. */
    @Test
    void theServerEndsWhenItsOwnerIsKilled() throws Exception {
        Process owner = new ProcessBuilder(
                        JavaCommand.home().resolve("bin/java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "-D" + ServerDistributions.DIRECTORY_PROPERTY + "="
                                + System.getProperty(ServerDistributions.DIRECTORY_PROPERTY),
                        Owner.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        try {
            String lines = "";
            while (!lines.contains("ready")) {
                int next = owner.getInputStream().read();
                assertThat(next).as("output before the end: " + lines).isNotNegative();
                lines += (char) next;
            }
            Optional<LeftoverProcesses.RunningServer> running = LeftoverProcesses.find(directory);
            assertThat(running).hasValueSatisfying(server -> assertThat(server.ownerAlive())
                    .isTrue());

            owner.destroyForcibly().waitFor();
            ProcessHandle.of(running.orElseThrow().pid()).ifPresent(process -> assertThat(process.onExit()
                            .completeOnTimeout(null, 30, TimeUnit.SECONDS)
                            .join())
                    .isNotNull());
        } finally {
            owner.destroyForcibly();
        }
    }

    private static Admin admin(KafkaServer server) {
        return Admin.create(Map.of(
                "bootstrap.servers", server.bootstrapServers(),
                "request.timeout.ms", "1500",
                "default.api.timeout.ms", "3000"));
    }

    private static Iterable<String> topics(KafkaServer server) throws Exception {
        try (Admin admin = admin(server)) {
            return admin.listTopics().names().get(20, TimeUnit.SECONDS);
        }
    }

    /** Starts a broker and never stops it. */
    static final class Owner {
        private Owner() {}

        public static void main(String[] args) throws Exception {
            KafkaServer server = KafkaServer.builder(Path.of(args[0])).build();
            server.start();
            server.awaitReady(START);
            System.out.println("ready");
            Thread.currentThread().join();
        }
    }
}
