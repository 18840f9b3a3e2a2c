/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart.directory;

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
 * A lock on a data directory, which the operating system releases if the process dies. The file names the owner. For one
 * thread; closing releases the lock.
 */
public final class DataDirectoryLock implements AutoCloseable {
    private final FileChannel channel;

    private DataDirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Acquires the lock.
     *
     * @param page the address of this instance
     * @throws HBaseSearchException ALREADY_EXISTS, with the running instance and how to stop it
     */
    public static DataDirectoryLock acquire(QuickstartLayout layout, String page) throws IOException {
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

    /** Returns the owner of a data directory: {@code process PID, ADDRESS}. */
    public static Optional<String> running(QuickstartLayout layout) {
        if (!Files.exists(layout.instance())) {
            return Optional.empty();
        }
        // Opened for reading, with a shared lock: the caller need not be the user who started the instance.
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

    public static HBaseSearchException alreadyRunning(QuickstartLayout layout, String owner) {
        String pid = owner.replaceAll("^process (\\d+),.*", "$1");
        return new HBaseSearchException(
                ErrorCode.ALREADY_EXISTS,
                "a quickstart is already running on " + layout.root() + ": " + owner,
                "Use it, or stop it with Ctrl-C in its terminal or 'kill " + pid + "'.",
                null);
    }

    private static @Nullable FileLock lock(FileChannel channel, boolean shared) throws IOException {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, shared);
        } catch (OverlappingFileLockException e) {
            // This JVM itself holds it.
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
