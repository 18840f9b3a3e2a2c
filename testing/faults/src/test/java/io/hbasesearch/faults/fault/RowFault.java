/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.RowKey;
import java.time.Duration;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows that are more than an index can take. They stay in the table, and the oracle says what must have become of them. */
public sealed interface RowFault extends Fault {
    /** One row of very many columns, put into the table piece by piece. */
    record HugeRow(long seed, int megabytes) implements RowFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            Random random = new Random(seed);
            byte[] row = key(random, "huge");
            long begin = System.nanoTime();
            arena.subject().putHugeRow(row, megabytes << 20, random);
            return settled(arena, row, "a row of " + megabytes + " MB", begin);
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
            return settled(arena, row, "a document of " + megabytes + " MB", begin);
        }
    }

    private static byte[] key(Random random, String kind) {
        // The first byte spreads them over the regions.
        return Bytes.add(new byte[] {(byte) random.nextInt(256)}, (kind + "-" + random.nextLong()).getBytes(UTF_8));
    }

    /** Waits until the index has a document of the row, or a stub that says that it has none. */
    private static Effect settled(Arena arena, byte[] row, String what, long begin) {
        RowKey key = RowKey.copyOf(row);
        Arena.await("the end of " + what, () -> arena.site().oracle().read().containsKey(key));
        return Effect.felt("%s was settled after %d s"
                .formatted(what, Duration.ofNanos(System.nanoTime() - begin).toSeconds()));
    }
}
