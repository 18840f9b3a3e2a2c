/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFileTest {
    @TempDir
    Path directory;

    private Path write(String mode) throws IOException {
        Path file = Files.writeString(directory.resolve("secret"), "hush\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private void openDirectory() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void whatOthersMayReadOrWriteIsRefusedWithTheCommandThatHelps() throws IOException {
        openDirectory();
        for (String mode : List.of("rw-r--r--", "r--r--r--", "rw----r--", "rw-----w-")) {
            Path file = write(mode);
            assertThatIllegalArgumentException()
                    .as(mode)
                    .isThrownBy(() -> SecretFile.lines(file))
                    .withMessageEndingWith("chmod o-rwx " + file);
        }
        Path file = write("rw-r--r--");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        assertThatIllegalArgumentException().isThrownBy(() -> SecretFile.lines(link));
    }

    @Test
    void whatTheOwnerAndAGroupMayReadIsTaken() throws IOException {
        openDirectory();
        for (String mode : List.of("rw-------", "r--------", "rw-r-----", "r--r-----")) {
            assertThat(SecretFile.lines(write(mode))).as(mode).containsExactly("hush");
        }
    }

    @Test
    void whatNobodyElseCanReachIsTakenWhateverItsMode() throws IOException {
        assertThat(SecretFile.lines(write("rw-r--r--"))).containsExactly("hush");
    }

    @Test
    void secretsThatAnOrchestratorMountsAreTaken() {
        assertThat(SecretFile.isMounted(Path.of("/run/secrets/api-keys"), "1000", "ext4"))
                .isTrue();
        assertThat(SecretFile.isMounted(Path.of("/etc/hbase-search-keys/api-keys"), "root", "tmpfs"))
                .isTrue();
        assertThat(SecretFile.isMounted(Path.of("/etc/hbase-search/api-keys"), "root", "ext4"))
                .isFalse();
        assertThat(SecretFile.isMounted(Path.of("/tmp/api-keys"), "somebody", "tmpfs"))
                .isFalse();
        assertThat(SecretFile.isMounted(Path.of("/run/secrets-of-mine/api-keys"), "root", "ext4"))
                .isFalse();
    }
}
