/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.system.RawDocument;
import java.time.Duration;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows that are more than an index can take. They stay in the table, and the oracle says what must have become of them. */
public sealed interface RowFault extends Fault {
    /** The default of index.elasticsearch.maxDocumentBytes. */
    int MOST_MEGABYTES = 16;

    /** One row of very many columns, put into the table piece by piece. */
    record HugeRow(long seed, int megabytes) implements RowFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            Random random = new Random(seed);
            byte[] row = key(random, "huge");
            long begin = System.nanoTime();
            arena.subject().putHugeRow(row, megabytes << 20, random);
            return settled(arena, row, "a row of " + megabytes + " MB", megabytes > MOST_MEGABYTES, begin);
        }
    }

    /** One row of few columns whose document is larger than any that is sent. */
    record KillerDocument(long seed, int megabytes) implements RowFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            Random random = new Random(seed);
            byte[] row = key(random, "killer");
            long begin = System.nanoTime();
            arena.subject().putLargeDocument(row, megabytes << 20, random);
            return settled(arena, row, "a document of " + megabytes + " MB", true, begin);
        }
    }

    private static byte[] key(Random random, String kind) {
        // The first byte spreads them over the regions.
        return Bytes.add(new byte[] {(byte) random.nextInt(256)}, (kind + "-" + random.nextLong()).getBytes(UTF_8));
    }

    /** Waits until the index has a document of the row, or, of one that is too large, a stub that says that it could not be indexed. */
    private static Effect settled(Arena arena, byte[] row, String what, boolean isTooLarge, long begin) {
        RowKey key = RowKey.copyOf(row);
        Arena.await("the end of " + what, () -> {
            RawDocument document = arena.site().oracle().read().get(key);
            // What was there after its first puts was a document of a part of it.
            return document != null && (document.state() == RawDocument.State.FAILED || !isTooLarge);
        });
        return Effect.felt("%s was %s after %d s"
                .formatted(
                        what,
                        isTooLarge ? "a dead letter" : "indexed",
                        Duration.ofNanos(System.nanoTime() - begin).toSeconds()));
    }
}
