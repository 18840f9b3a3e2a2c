/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.core.spi.PositionStore;
import io.hbasesearch.testing.Fixtures;
import io.hbasesearch.testing.SmallDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file system that really is full: what was committed stays whole, and indexing goes on where it was once there is room. Skipped
 * where it cannot be mounted: that takes root.
 */
@Timeout(300)
class LuceneFullDiskTest {
    private static final Duration MAX_READ_AGE = Duration.ofHours(6);
    private static final int BATCH = 50;
    private static final int MANY_BATCHES = 2_000;

    private final IndexDefinition definition = Fixtures.messages("full");
    private final Random random = new Random(11);

    @Test
    void anIndexOnAFullDiskStopsWholeAndGoesOnWhenThereIsRoom(@TempDir Path directory) throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 24)) {
            IndexMetadata metadata;
            try (LuceneBackend backend = new LuceneBackend(OwnerProcess.config(disk.directory()))) {
                metadata = backend.admin().create(definition, Fixtures.source(definition));
                try (DocumentWriter writer = backend.openWriter(definition, metadata, MAX_READ_AGE)) {
                    write(writer, 0);
                    write(writer, 1);
                    commit(writer, 2);
                    disk.fill();
                    assertThatThrownBy(() -> writeMany(writer)).hasStackTraceContaining("No space left on device");
                    assertThat(writer.check().ok()).isFalse();
                    assertThat(writer.check().message()).contains("No space left on device", "full");
                    assertThat(backend.check().ok()).isFalse();
                }
            }
            disk.makeRoom();
            try (LuceneBackend backend = new LuceneBackend(OwnerProcess.config(disk.directory()));
                    DocumentWriter writer = backend.openWriter(definition, metadata, MAX_READ_AGE)) {
                PositionStore positions = writer.positions().orElseThrow();
                int next = (int) positions.load().get(0).nextOffset();
                assertThat(next).as("what was committed last").isGreaterThanOrEqualTo(2);
                assertThat(count(backend)).isEqualTo(next * BATCH);
                write(writer, next);
                commit(writer, next + 1);
                assertThat(count(backend)).isEqualTo((next + 1) * BATCH);
            }
        }
    }

    private void writeMany(DocumentWriter writer) throws Exception {
        for (int batch = 2; batch < MANY_BATCHES; batch++) {
            write(writer, batch);
            commit(writer, batch + 1);
        }
    }

    private void write(DocumentWriter writer, int batch) throws Exception {
        List<IndexOperation> operations = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            StringBuilder body = new StringBuilder();
            for (int word = 0; word < 100; word++) {
                body.append(Long.toString(random.nextLong(), 36)).append(' ');
            }
            operations.add(upsert("row" + batch + "-" + i, batch, body.toString()));
        }
        writer.write(operations).get(120, TimeUnit.SECONDS);
    }

    private static void commit(DocumentWriter writer, int next) throws HBaseSearchException {
        writer.positions().orElseThrow().commit(Map.of(0, new Position(next, OptionalInt.of(1))));
    }

    private int count(LuceneBackend backend) {
        int count = 0;
        try (DocumentSearcher searcher = backend.openSearcher(definition)) {
            searcher.refresh();
            try (DocumentCursor cursor = searcher.scan()) {
                for (; cursor.hasNext(); count++) {
                    cursor.next();
                }
            }
        }
        return count;
    }
}
