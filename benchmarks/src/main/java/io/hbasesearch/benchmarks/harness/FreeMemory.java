/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/**
 * Memory that nobody uses, which it fills with the pages of a file that has no content and takes no disk: a machine that has been
 * up for long has none that is free. A virtual machine may hand free memory back to its host (free page reporting of
 * <a href="https://docs.oasis-open.org/virtio/virtio/v1.2/virtio-v1.2.html">virtio 1.2</a>, 5.5.6.7), and whoever is the first to
 * touch it again waits for the host, page by page. Of Linux only. For one thread.
 */
final class FreeMemory {
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final int BUFFER_BYTES = 1024 * 1024;
    /** About what the system keeps free by itself. */
    private static final long LEFT_BYTES = 160L * 1024 * 1024;

    private final Path file;
    private long filled;

    /** @param directory whose file system has holes in files, and keeps what is read of them in memory */
    FreeMemory(Path directory) {
        this.file = directory.resolve("free-memory");
    }

    /** The pages are given to whoever needs memory: they hold nothing that would have to be written. */
    void fill() throws IOException {
        long bytes = freeBytes().orElse(0) - LEFT_BYTES;
        if (bytes <= 0) {
            return;
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // One byte at the end makes all before it a hole.
            channel.write(ByteBuffer.wrap(new byte[1]), filled + bytes);
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
            long end = filled + bytes;
            while (filled < end) {
                filled += Math.max(1, channel.read(buffer.clear(), filled));
            }
        }
    }

    private static OptionalLong freeBytes() throws IOException {
        return Files.isReadable(MEMORY) ? parse(Files.readString(MEMORY)) : OptionalLong.empty();
    }

    /** @param memory of /proc/meminfo */
    static OptionalLong parse(String memory) {
        return memory.lines()
                .map(line -> line.trim().split("\\s+"))
                .filter(fields -> fields[0].equals("MemFree:"))
                .mapToLong(fields -> Long.parseLong(fields[1]) * 1024)
                .findFirst();
    }
}
