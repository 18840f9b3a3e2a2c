/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.rowkeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.janusgraph.diskstorage.StaticBuffer;
import org.janusgraph.diskstorage.util.BufferUtil;
import org.janusgraph.graphdb.idmanagement.IDManager;
import org.junit.jupiter.api.Test;

/** Keys of vertices are those that JanusGraph's own id manager makes, with its default of 32 partitions. */
class JanusGraphTest {
    private static final int CASES = 10_000;
    private static final int PARTITION_BITS = 5;
    private static final long NORMAL_VERTEX = 0;

    private static RowKeySpec spec(String name) {
        return new RowKeySpecReader(Map.of()).readFile(Path.of("..", "..", "config", "rowkeys", name + ".yaml"));
    }

    private static void assertSame(RowKeySpec spec, Map<String, KeyValue> values, StaticBuffer theirs, long seed) {
        RowKey key = ((EncodedKey.Complete) spec.encode(values)).keys().get(0);
        assertThat(key.bytes().toBytes()).as("seed %d", seed).isEqualTo(theirs.getBytes(0, theirs.length()));
        assertThat(spec.decode(key)).as("seed %d", seed).isEqualTo(new DecodedKey.Readable("key", values));
    }

    @Test
    void idsThatAreNumbers() {
        RowKeySpec spec = spec("janusgraph");
        IDManager manager = new IDManager(PARTITION_BITS);
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            long partition = random.nextInt(1 << PARTITION_BITS);
            long count = 1 + (random.nextLong() >>> (12 + random.nextInt(48)));
            long id = manager.getVertexID(count, partition, IDManager.VertexIDType.NormalVertex);
            assertSame(
                    spec,
                    Map.of(
                            "partition", KeyValue.of(partition),
                            "count", KeyValue.of(count),
                            "vertexType", KeyValue.of(NORMAL_VERTEX)),
                    manager.getKey(id),
                    seed);
        }
    }

    @Test
    void idsThatAreText() {
        RowKeySpec spec = spec("janusgraph-text");
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            StringBuilder id = new StringBuilder();
            for (int length = 1 + random.nextInt(20); length > 0; length--) {
                id.append((char) ('!' + random.nextInt('~' - '!' + 1)));
            }
            assertSame(
                    spec, Map.of("id", KeyValue.of(id.toString())), BufferUtil.getStringIdBuffer(id.toString()), seed);
        }
    }
}
