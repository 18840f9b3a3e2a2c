/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads files with secrets, and refuses those that every user of the machine may read or write. Stateless.
 *
 * <p>Secrets that an orchestrator mounts are accepted as they are: it controls who is in the container, and the mode cannot always be
 * set.
 */
final class SecretFile {
    private static final int MOST_BYTES = 1 << 20;
    /** The directories in which Docker, Podman and Compose mount secrets, with mode 0444. */
    private static final List<Path> OF_DOCKER = List.of(Path.of("/run/secrets"), Path.of("/var/run/secrets"));

    private static final String ROOT = "root";

    private SecretFile() {}

    /**
     * Reads a file of UTF-8.
     *
     * @throws IllegalArgumentException with the fault of the file, as in "names FILE, which ...", and without its content
     */
    static List<String> lines(Path file) {
        try {
            exposed(file).ifPresent(problem -> {
                throw new IllegalArgumentException(problem);
            });
            if (Files.isRegularFile(file) && Files.size(file) > MOST_BYTES) {
                throw new IllegalArgumentException("is larger than " + MOST_BYTES + " bytes");
            }
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            if (lines.stream().allMatch(String::isBlank)) {
                throw new IllegalArgumentException("is empty");
            }
            return lines;
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be read: " + e.getClass().getSimpleName(), e);
        }
    }

    /**
     * Checks the permissions of a file and describes the fault; empty if there is none, if the file is missing, or if this system does not
     * report permissions.
     *
     * @throws IOException if the file's attributes cannot be read
     */
    static Optional<String> exposed(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        Path real = file.toRealPath();
        PosixFileAttributeView view = Files.getFileAttributeView(real, PosixFileAttributeView.class);
        if (view == null || !isReached(real)) {
            return Optional.empty();
        }
        PosixFileAttributes attributes = view.readAttributes();
        Path named = file.toAbsolutePath().normalize();
        return isMounted(named, attributes.owner().getName(), fileSystem(real))
                ? Optional.empty()
                : exposed(attributes.permissions(), named);
    }

    private static String fileSystem(Path file) {
        try {
            return Files.getFileStore(file).type();
        } catch (IOException e) {
            // In some containers, the file store of a mount cannot be determined.
            return "";
        }
    }

    static Optional<String> exposed(Set<PosixFilePermission> permissions, Path file) {
        boolean read = permissions.contains(PosixFilePermission.OTHERS_READ);
        boolean written = permissions.contains(PosixFilePermission.OTHERS_WRITE);
        return read || written
                ? Optional.of("every user of this machine may " + (read ? "read" : "write") + ": chmod o-rwx " + file)
                : Optional.empty();
    }

    /** Tells if an orchestrator mounted the file: Docker at its usual path, or Kubernetes, whose secrets are root's files in memory. */
    static boolean isMounted(Path file, String owner, String fileSystem) {
        return OF_DOCKER.stream().anyMatch(file::startsWith)
                || (owner.equals(ROOT) && (fileSystem.equals("tmpfs") || fileSystem.equals("ramfs")));
    }

    /** Tells if other users can enter all directories above. */
    private static boolean isReached(Path real) throws IOException {
        for (Path above = real.getParent(); above != null; above = above.getParent()) {
            if (!Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }
}
