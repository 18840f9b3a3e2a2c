/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that nobody uses. A virtual machine may hand it back to its host after some seconds (free page reporting of
 * <a href="https://docs.oasis-open.org/virtio/virtio/v1.2/virtio-v1.2.html">virtio 1.2</a>, 5.5.6.7), and whoever is the first to
 * touch it again waits for the host, page by page: a way that writes much into the system's cache would pay for that or not, as
 * the one before it has left the memory. Stateless.
 */
final class FreeMemory {
    private static final int BUFFER_BYTES = 1024 * 1024;

    private FreeMemory() {}

    /**
     * Takes memory from the system and gives it back at once, by reading a file that has no content and takes no disk. Does nothing
     * where what is read of holes is not kept in memory, as on tmpfs.
     */
    static void touch(Path directory, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                directory.resolve("free-memory"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
            // One byte at the end makes all before it a hole.
            channel.write(ByteBuffer.wrap(new byte[1]), bytes);
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
            long position = 0;
            while (position < bytes) {
                int read = channel.read(buffer.clear(), position);
                if (read < 0) {
                    throw new IOException("a file ends at " + position + ", not at " + bytes);
                }
                position += read;
            }
        }
    }
}
