/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.lucene.index.DirectoryOpener;
import io.hbasesearch.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Indexes that cannot be opened: that must neither hide others nor stay locked once it is mended. */
@Timeout(60)
class LuceneDamageTest {
    private static final Duration MAX_READ_AGE = Duration.ofHours(6);

    @TempDir
    private Path directory;

    private final IndexDefinition definition = Fixtures.messages("damaged");

    @Test
    void aDamagedIndexIsLeftOutOfTheListAndToldOfByName() throws IOException {
        IndexDefinition other = Fixtures.messages("whole");
        try (LuceneBackend backend = new LuceneBackend(OwnerProcess.config(directory))) {
            IndexMetadata damaged = backend.admin().create(definition, Fixtures.source(definition));
            IndexMetadata whole = backend.admin().create(other, Fixtures.source(other));
            assertThat(backend.admin().list()).containsExactly(damaged, whole);

            overwriteCommits(directory.resolve("damaged").resolve(damaged.physicalName()));

            assertThat(backend.admin().list()).containsExactly(whole);
            assertThatThrownBy(() -> backend.admin().find("damaged"))
                    .isInstanceOf(HBaseSearchException.class)
                    .hasMessageContaining("damaged");
        }
    }

    /** The look at the commit, under the lock; the directory of the writer. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anOpenThatFailedLeavesNoLockBehind(int failingOpen) throws Exception {
        AtomicInteger untilFailure = new AtomicInteger();
        DirectoryOpener opener = path -> {
            if (untilFailure.decrementAndGet() == 0) {
                throw new IllegalStateException("a defect");
            }
            return FSDirectory.open(path);
        };
        try (LuceneBackend backend =
                new LuceneBackend(OwnerProcess.config(directory), Metrics.none(), Clock.systemUTC(), opener)) {
            backend.admin().create(definition, Fixtures.source(definition));
            untilFailure.set(failingOpen);
            assertThatThrownBy(() -> backend.openSearcher(definition).close()).hasStackTraceContaining("a defect");
            backend.openSearcher(definition).close();
        }
    }

    @Test
    void aSegmentThatCannotBeReadLeavesNoWriterBehind() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        DirectoryOpener opener = path -> new SegmentFailure(FSDirectory.open(path), failures);
        try (LuceneBackend backend =
                new LuceneBackend(OwnerProcess.config(directory), Metrics.none(), Clock.systemUTC(), opener)) {
            IndexMetadata metadata = backend.admin().create(definition, Fixtures.source(definition));
            try (DocumentWriter writer = backend.openWriter(definition, metadata, MAX_READ_AGE)) {
                writer.write(List.of(upsert("a", 1, "cat"))).get(30, TimeUnit.SECONDS);
            }
            failures.set(1);
            assertThatThrownBy(() -> backend.openSearcher(definition).close()).hasStackTraceContaining("a bad sector");
            assertThat(failures).hasValue(0);
            backend.openSearcher(definition).close();
        }
    }

    private static void overwriteCommits(Path physical) throws IOException {
        try (Stream<Path> files = Files.list(physical)) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith("segments_"))
                    .toList()) {
                Files.writeString(file, "no commit of Lucene's, and long enough to be looked at");
            }
        }
    }

    /** Fails when a segment's data is opened, which a writer does not do and a searcher does. */
    private static final class SegmentFailure extends FilterDirectory {
        private final AtomicInteger failures;

        SegmentFailure(Directory in, AtomicInteger failures) {
            super(in);
            this.failures = failures;
        }

        @Override
        public IndexInput openInput(String name, IOContext context) throws IOException {
            boolean data = !name.startsWith("segments") && !name.endsWith(".si");
            if (data && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IOException("a bad sector");
            }
            return super.openInput(name, context);
        }
    }
}
