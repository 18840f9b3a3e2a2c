/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * A real file system of a few megabytes, in memory. Only root may mount one; tests that need it are skipped for others, but not
 * with the profile {@code faults}, whose run shall have shown everything. For one thread; closing it unmounts it.
 */
public final class SmallDisk implements AutoCloseable {
    private static final int BLOCK = 4 << 10;

    private final Path directory;
    private final Path filler;

    private SmallDisk(Path directory) {
        this.directory = directory;
        this.filler = directory.resolve("filler");
    }

    /**
     * Mounts one over a directory, which is made if it is not there. Aborts the test, as not applicable, where that is not
     * permitted.
     *
     * @throws IOException where it is not permitted and nothing is to be skipped
     */
    public static SmallDisk mount(Path directory, int megabytes) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", directory.toString());
        if (!mounted && "false".equals(System.getProperty("hbasesearch.faults.skip"))) {
            throw new IOException("A small file system cannot be mounted here, which takes root.");
        }
        Assumptions.assumeTrue(mounted, "a small file system cannot be mounted here: that takes root");
        return new SmallDisk(directory);
    }

    public Path directory() {
        return directory;
    }

    /** Takes up all that is left. */
    public void fill() throws IOException {
        byte[] block = new byte[BLOCK];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("No space left on device")) {
                throw e;
            }
        }
    }

    /** Gives it back. */
    public void makeRoom() throws IOException {
        Files.delete(filler);
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        // Lazily: a file that is still open somewhere must not keep it mounted for ever.
        if (!run("umount", "-l", directory.toString())) {
            throw new IOException(directory + " stays mounted");
        }
    }
}
