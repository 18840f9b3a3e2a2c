/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.rowkeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.opentsdb.core.Const;
import org.apache.phoenix.schema.SaltingUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first byte of salted keys is the one that Apache Phoenix and OpenTSDB themselves put there. */
class SaltedKeysTest {
    private static final int CASES = 10_000;

    @TempDir
    Path directory;

    private RowKeySpec spec(String text) throws IOException {
        return new RowKeySpecReader(Map.of()).readFile(Files.writeString(directory.resolve("key.yaml"), text));
    }

    private static RowKey key(RowKeySpec spec, Map<String, KeyValue> values) {
        return ((EncodedKey.Complete) spec.encode(values)).keys().get(0);
    }

    /** A table with SALT_BUCKETS, whose key is a VARCHAR and a BIGINT. */
    @Test
    void saltOfPhoenix() throws IOException {
        for (int buckets : new int[] {1, 2, 7, 20, 128, 256}) {
            RowKeySpec spec = spec(
                    """
                    parts:
                      salt: {kind: hash, function: javaBytes, of: [user, number], input: key, modulus: %d, negatives: abs}
                      user: {type: utf8, terminator: '\\x00'}
                      number: {type: i64, encoding: phoenix}
                    """
                            .formatted(buckets));
            for (long seed = 0; seed < CASES; seed++) {
                Random random = new Random(seed);
                Map<String, KeyValue> values = Map.of(
                        "user", KeyValue.of(Long.toString(random.nextLong(), 36)),
                        "number", KeyValue.of(random.nextLong()));
                RowKey key = key(spec, values);
                byte[] bytes = key.bytes().toBytes();
                assertThat(bytes[0])
                        .as("%d buckets, seed %d", buckets, seed)
                        .isEqualTo(SaltingUtil.getSaltingByte(bytes, 1, bytes.length - 1, buckets));
                assertThat(spec.decode(key))
                        .isInstanceOfSatisfying(DecodedKey.Readable.class, readable -> assertThat(readable.values())
                                .containsAllEntriesOf(values));
            }
        }
    }

    /** Of its whole key: it leaves the time out of the hash by itself. No metric has the id 0, which it does not salt. */
    @Test
    void saltOfOpenTsdb() throws Exception {
        set("setSaltWidth", 1);
        set("setSaltBuckets", 20);
        String ids = IntStream.range(0, 50)
                .mapToObj(i -> "n%d: \"%06x\"".formatted(i, (i + 1) * 7919))
                .collect(Collectors.joining(", ", "{", "}"));
        RowKeySpec spec = spec(Files.readString(Path.of("..", "..", "config", "rowkeys", "opentsdb.yaml"))
                .replaceAll("dictionary: \\{sys[^}]*}", "dictionary: " + ids)
                .replaceAll("dictionary: \\{host[^}]*}", "dictionary: " + ids)
                .replaceAll("tagValues: \\{[^}]*}", "tagValues: " + ids));
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            RowKey key = key(
                    spec,
                    Map.of(
                            "metric",
                            KeyValue.of("n" + random.nextInt(50)),
                            "time",
                            KeyValue.of(random.nextInt() & 0xffff_ffffL),
                            "tags.n" + random.nextInt(25),
                            KeyValue.of("n" + random.nextInt(50)),
                            "tags.n" + (25 + random.nextInt(25)),
                            KeyValue.of("n" + random.nextInt(50))));
            byte[] theirs = key.bytes().toBytes();
            theirs[0] = 0;
            net.opentsdb.core.RowKey.prefixKeyWithSalt(theirs);
            assertThat(key.bytes().toBytes()).as("seed %d", seed).isEqualTo(theirs);
        }
    }

    /** What its configuration file does to its constants. */
    private static void set(String setter, int value) throws ReflectiveOperationException {
        Method method = Const.class.getDeclaredMethod(setter, int.class);
        method.setAccessible(true);
        method.invoke(null, value);
    }
}
