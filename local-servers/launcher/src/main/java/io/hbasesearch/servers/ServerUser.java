/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whom a server that refuses to run as root runs as: the user of this process, or {@code nobody} when that is root. Immutable.
 *
 * @param name for messages
 * @param commandPrefix words before a command that make it run as that user
 */
record ServerUser(String name, List<String> commandPrefix) {
    private static final int ROOT = 0;
    private static final int NOBODY = 65_534;
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    ServerUser {
        commandPrefix = List.copyOf(commandPrefix);
    }

    /** @throws ServerStartException when this process is root and the system cannot run a command as somebody else */
    static ServerUser forServer() throws IOException {
        Path own = Path.of("/proc/self");
        boolean root = Files.exists(own) && Files.getAttribute(own, "unix:uid").equals(ROOT);
        if (!root) {
            return new ServerUser(System.getProperty("user.name"), List.of());
        }
        if (!Files.isExecutable(SETPRIV)) {
            throw new ServerStartException("Elasticsearch refuses to run as root, and " + SETPRIV
                    + " (package util-linux) is missing: install it or run as another user.");
        }
        return new ServerUser(
                "nobody", List.of(SETPRIV.toString(), "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    }

    boolean canTraverse(Path directory) throws IOException {
        return canExecute(directory);
    }

    /** Whether the user can execute a file, or traverse a directory, and reach it at all. */
    boolean canExecute(Path path) throws IOException {
        List<String> command = new ArrayList<>(commandPrefix);
        command.addAll(List.of("/usr/bin/test", "-x", path.toString()));
        Process test = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return test.onExit().join().exitValue() == 0;
    }

    void requireExecutable(Path file) throws IOException {
        if (!canExecute(file)) {
            throw new ServerStartException(
                    "Elasticsearch runs as %s, who cannot execute %s: use a Java that every user can reach."
                            .formatted(name, file));
        }
    }

    /** Makes the user the owner of a file or directory. */
    void own(Path path) throws IOException {
        if (!commandPrefix.isEmpty()) {
            Files.setAttribute(path, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(path, "unix:gid", NOBODY, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Makes the user the owner of a directory and of all it holds. */
    void ownTree(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.toList()) {
                own(path);
            }
        }
    }
}
