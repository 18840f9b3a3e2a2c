/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The right to run on a data directory: a lock that the system takes back from a process that died. The file says who holds
 * it. For one thread; closing gives the right back.
 */
final class DataDirectoryLock implements AutoCloseable {
    private final FileChannel channel;

    private DataDirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * @param page where this instance will be reached
     * @throws HBaseSearchException ALREADY_EXISTS, naming the running instance and how to stop it
     */
    static DataDirectoryLock acquire(QuickstartLayout layout, String page) throws IOException {
        Files.createDirectories(layout.root());
        FileChannel channel = FileChannel.open(
                layout.instance(), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (lock(channel, false) == null) {
            String owner = read(channel);
            channel.close();
            throw alreadyRunning(layout, owner);
        }
        channel.truncate(0);
        String self = "process " + ProcessHandle.current().pid() + ", " + page;
        channel.write(ByteBuffer.wrap(self.getBytes(StandardCharsets.UTF_8)), 0);
        return new DataDirectoryLock(channel);
    }

    /** Who runs on a data directory: {@code process PID, ADDRESS}. */
    static Optional<String> running(QuickstartLayout layout) {
        if (!Files.exists(layout.instance())) {
            return Optional.empty();
        }
        // For reading only, with a lock that others may hold too: whoever asks need not be the user who started it.
        try (FileChannel channel = FileChannel.open(layout.instance(), StandardOpenOption.READ)) {
            FileLock lock = lock(channel, true);
            if (lock == null) {
                return Optional.of(read(channel));
            }
            lock.release();
            return Optional.empty();
        } catch (AccessDeniedException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static HBaseSearchException alreadyRunning(QuickstartLayout layout, String owner) {
        String pid = owner.replaceAll("^process (\\d+),.*", "$1");
        return new HBaseSearchException(
                ErrorCode.ALREADY_EXISTS,
                "a quickstart runs already on " + layout.root() + ": " + owner,
                "Use it, or stop it with Ctrl-C in its terminal or 'kill " + pid + "'.",
                null);
    }

    private static @Nullable FileLock lock(FileChannel channel, boolean shared) throws IOException {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, shared);
        } catch (OverlappingFileLockException e) {
            // This very JVM holds it.
            return null;
        }
    }

    private static String read(FileChannel channel) throws IOException {
        channel.position(0);
        return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        channel.truncate(0);
        channel.close();
    }
}
