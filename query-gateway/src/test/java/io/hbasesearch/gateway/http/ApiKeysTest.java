/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.ApiKeysFile;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiKeysTest {
    private static final String STAYS = "a-key-of-the-yaml-file";
    private static final String FIRST = "a-key-of-before-0123";
    private static final String SECOND = "a-key-of-later-01234";

    @TempDir
    Path directory;

    private Path file;
    private ApiKeys keys;

    @BeforeEach
    void read() throws IOException {
        file = directory.resolve("keys");
        write(FIRST + " name=shop\n");
        ApiKeysFile read = new ApiKeysFile(file, List.of(ApiKey.ofAll(new Secret(STAYS))));
        keys = new ApiKeys(read.read(), Optional.of(read), Duration.ofMillis(20));
    }

    @AfterEach
    void close() {
        keys.close();
    }

    private void write(String text) throws IOException {
        Path other = Files.writeString(directory.resolve("keys.new"), text);
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Optional<String> name(String presented) {
        return keys.find(presented).map(Caller::name);
    }

    @Test
    void wrongKeysAreCountedTogetherAtAllListenersThatTakeTheseKeys() {
        try (HttpListener one = listener("one");
                HttpListener another = listener("another")) {
            one.start();
            another.start();
            for (int i = 0; i < FailedAuthentications.MOST; i++) {
                assertThat(guess(i % 2 == 0 ? one : another)).isEqualTo(401);
            }
            assertThat(guess(one)).isEqualTo(429);
            assertThat(guess(another)).isEqualTo(429);
        }
    }

    private HttpListener listener(String name) {
        return new HttpListener(
                new ListenerSettings(
                        name,
                        "127.0.0.1",
                        0,
                        new ListenerSettings.Access(keys, Set.of()),
                        ListenerSettings.Limits.of(24),
                        (context, millis) -> {},
                        Metrics.none()),
                routes -> routes.get("/text", context -> context.result("whale")));
    }

    private static int guess(HttpListener listener) {
        return new TestHttp(listener.port())
                .get("/text", "X-API-Key", "a-wrong-key-0123456")
                .statusCode();
    }

    @Test
    void aChangedFileIsTakenUpWithoutARestart() throws IOException {
        assertThat(name(FIRST)).contains("shop");
        keys.start();
        write(FIRST + " name=shop\n" + SECOND + " name=shop index=orders\n");
        await().atMost(Duration.ofSeconds(10)).until(() -> name(SECOND).isPresent());
        assertThat(name(FIRST)).contains("shop");
        assertThat(keys.find(SECOND).orElseThrow().mayRead("mail")).isFalse();
        write(SECOND + " name=shop index=orders\n");
        await().atMost(Duration.ofSeconds(10)).until(() -> name(FIRST).isEmpty());
        assertThat(name(STAYS)).contains("key-1");
        assertThat(keys.check()).isEqualTo(CheckResult.healthy());
    }

    @Test
    void halfAFileIsNotTakenUp() throws IOException {
        write(SECOND);
        keys.look();
        assertThat(name(SECOND)).as("what follows may limit it").isEmpty();
        write(SECOND + " index=orders\n");
        keys.look();
        assertThat(name(SECOND)).isEmpty();
        keys.look();
        assertThat(keys.find(SECOND).orElseThrow().mayRead("mail")).isFalse();
    }

    @Test
    void invalidKeyFileChangesNothingAndHealthReportsItWithoutKeys() throws IOException {
        for (String bad : List.of(
                "", "# none\n", SECOND + " index=.*\n", SECOND + "\n" + SECOND + "\n", SECOND + "\nhush\n", STAYS)) {
            write(bad);
            keys.look();
            keys.look();
            assertThat(name(FIRST)).as(bad).contains("shop");
            assertThat(name(SECOND)).as(bad).isEmpty();
            assertThat(keys.check().ok()).isTrue();
            assertThat(keys.check().message())
                    .as(bad)
                    .startsWith("API keys stay as this process read them before")
                    .doesNotContain(SECOND, "hush", STAYS);
        }
        Files.delete(file);
        keys.look();
        keys.look();
        assertThat(keys.check().message()).contains("NoSuchFileException", file.toString());
        assertThat(name(FIRST)).isPresent();
        write(FIRST + " name=shop\n");
        keys.look();
        keys.look();
        assertThat(keys.check()).isEqualTo(CheckResult.healthy());
    }

    @Test
    void aFileThatEveryUserMayReadNowIsNotTakenUp() throws IOException {
        write(SECOND);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        keys.look();
        keys.look();
        assertThat(name(SECOND)).isEmpty();
        assertThat(keys.check().message()).contains("chmod o-rwx " + file);
    }
}
