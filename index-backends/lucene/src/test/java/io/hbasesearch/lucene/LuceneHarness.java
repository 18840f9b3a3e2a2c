/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.lucene.index.FaultyDisk;
import io.hbasesearch.testing.BackendHarness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.util.IOUtils;

/** The Lucene backend over a temporary directory on a disk that obeys the test. */
final class LuceneHarness implements BackendHarness {
    private static final long BUFFER_BYTES = 1 << 20;

    private final Path temporary;
    private final List<LuceneBackend> crashed = new ArrayList<>();
    private Path directory;
    private FaultyDisk disk;
    private LuceneBackend backend;

    LuceneHarness() throws IOException {
        temporary = Files.createTempDirectory("lucene-contract");
        open(temporary.resolve("indexes"));
    }

    private void open(Path where) {
        directory = where;
        disk = new FaultyDisk();
        LuceneConfig config = new LuceneConfig(where, Duration.ofMillis(100), BUFFER_BYTES);
        backend = new LuceneBackend(config, Metrics.none(), Clock.systemUTC(), disk);
    }

    @Override
    public IndexBackend backend() {
        return backend;
    }

    @Override
    public void reopen(IndexMetadata metadata) {
        backend.close();
        open(directory);
    }

    /** The disk freezes at once, in the midst of whatever goes on; what it holds then is all that the next backend gets. */
    @Override
    public boolean crash() {
        disk.fail("the process was killed");
        crashed.add(backend);
        Path copy = temporary.resolve("after-crash-" + crashed.size());
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                copyIfThere(file, copy.resolve(directory.relativize(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open(copy);
        return true;
    }

    /** A call that was under way when the disk froze may still have renamed or deleted the file; then the crash found it gone. */
    private static void copyIfThere(Path file, Path copy) throws IOException {
        try {
            Files.copy(file, copy);
        } catch (NoSuchFileException e) {
            // Opening the copy fails if a commit refers to the file.
        }
    }

    @Override
    public Hold holdWrites() {
        FaultyDisk stalled = disk;
        stalled.stall();
        return new Hold() {
            private boolean released;

            @Override
            public void close() {
                if (!released) {
                    released = true;
                    stalled.resume();
                }
            }
        };
    }

    @Override
    public long bufferBytes() {
        return BUFFER_BYTES;
    }

    @Override
    public void close() {
        backend.close();
        crashed.forEach(LuceneBackend::close);
        try {
            IOUtils.rm(temporary);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
