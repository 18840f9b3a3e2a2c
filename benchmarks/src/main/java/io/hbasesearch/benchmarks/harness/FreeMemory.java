/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongSupplier;

/**
 * Memory that nobody uses, which it fills with the pages of a file that has no content and takes no disk: a machine that has been
 * up for long has none that is free. A virtual machine may hand free memory back to its host (free page reporting of
 * <a href="https://docs.oasis-open.org/virtio/virtio/v1.2/virtio-v1.2.html">virtio 1.2</a>, 5.5.6.7), and whoever is the first to
 * touch it again waits for the host, page by page. The pages hold nothing that would have to be written before others get them. Of
 * Linux only. For one thread.
 */
final class FreeMemory {
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final int BUFFER_BYTES = 1024 * 1024;
    /** Free memory is looked at after each. */
    private static final long STEP_BYTES = 256L * BUFFER_BYTES;
    /** About what the system keeps free by itself. */
    private static final long LEFT_BYTES = 160L * BUFFER_BYTES;

    private final Path file;
    private final LongSupplier freeBytes;
    private long filled;

    /** @param directory whose file system has holes in files */
    FreeMemory(Path directory) {
        this(directory, FreeMemory::freeBytes);
    }

    FreeMemory(Path directory, LongSupplier freeBytes) {
        this.file = directory.resolve("free-memory");
        this.freeBytes = freeBytes;
    }

    /**
     * @return whether little is free now. It is not where what is read of holes is not kept in memory, as on tmpfs, or where a
     *     container may keep less than the machine has free
     */
    boolean fill() throws IOException {
        long free = freeBytes.getAsLong();
        while (free > LEFT_BYTES) {
            long step = Math.min(STEP_BYTES, free - LEFT_BYTES);
            read(step);
            if (step < STEP_BYTES) {
                return true;
            }
            long then = free;
            free = freeBytes.getAsLong();
            if (then - free < STEP_BYTES / 2) {
                return false;
            }
        }
        return true;
    }

    private void read(long bytes) throws IOException {
        long end = filled + bytes;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // One byte at the end makes all before it a hole.
            channel.write(ByteBuffer.wrap(new byte[1]), end);
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
            while (filled < end) {
                int read = channel.read(buffer.clear(), filled);
                if (read < 0) {
                    throw new IOException(file + " ends before " + end);
                }
                filled += read;
            }
        }
    }

    /** 0 where that is not known. */
    private static long freeBytes() {
        try {
            return Files.isReadable(MEMORY) ? parse(Files.readString(MEMORY)) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param memory of /proc/meminfo */
    static long parse(String memory) {
        return memory.lines()
                .map(line -> line.trim().split("\\s+"))
                .filter(fields -> fields[0].equals("MemFree:"))
                .mapToLong(fields -> Long.parseLong(fields[1]) * 1024)
                .findFirst()
                .orElse(0);
    }
}
