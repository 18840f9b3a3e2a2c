/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows of a workload. A few are hot, a few are wide; their keys hold every byte value, differ by a trailing zero byte
 * only, or are longer than a document id. Immutable.
 */
final class RowKeys {
    private static final int HOT = 3;
    private static final int WIDE = 4;
    private static final int ORDINARY = 700;
    /** Above it a document's id no longer holds the whole key. */
    private static final int LONGEST_WHOLE_KEY = 384;

    private final List<byte[]> keys;

    RowKeys() {
        List<byte[]> all = new ArrayList<>();
        for (int value = 0; value < 256; value++) {
            all.add(new byte[] {(byte) value, 'k', (byte) value});
        }
        all.addAll(neighbours());
        all.addAll(longKeys());
        for (int i = 0; i < ORDINARY; i++) {
            all.add(ordinary(i));
        }
        keys = List.copyOf(all);
    }

    /** Every key; none twice. */
    List<byte[]> all() {
        return keys;
    }

    /** Any row, one time in ten a hot one. */
    byte[] any(Random random) {
        return random.nextInt(10) == 0 ? ordinary(random.nextInt(HOT)) : keys.get(random.nextInt(keys.size()));
    }

    /** A row whose cells get timestamps from the client; the others keep to the servers' clocks. */
    byte[] timed(Random random) {
        return keys.get(random.nextInt(keys.size() / 4) * 4);
    }

    byte[] wide(Random random) {
        return Bytes.add(new byte[] {(byte) (random.nextInt(WIDE) * 60)}, "wide".getBytes(UTF_8));
    }

    private static byte[] ordinary(int number) {
        // The first byte spreads them over the regions.
        return Bytes.add(new byte[] {(byte) (number * 37)}, ("row-" + number).getBytes(UTF_8));
    }

    private static List<byte[]> neighbours() {
        return List.of(
                new byte[] {0},
                new byte[] {0, 0},
                new byte[] {0, 0, 0},
                new byte[] {'a'},
                new byte[] {'a', 0},
                new byte[] {'a', 0, 0},
                new byte[] {'a', (byte) 0xFF},
                new byte[] {(byte) 0x80},
                new byte[] {(byte) 0xFF},
                new byte[] {(byte) 0xFF, 0},
                new byte[] {(byte) 0xFF, (byte) 0xFF},
                new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF});
    }

    /** Around the limit, and some that differ far behind it only. */
    private static List<byte[]> longKeys() {
        List<byte[]> all = new ArrayList<>();
        for (int length : new int[] {LONGEST_WHOLE_KEY - 1, LONGEST_WHOLE_KEY, LONGEST_WHOLE_KEY + 1, 512, 2_000}) {
            byte[] key = new byte[length];
            Arrays.fill(key, (byte) 'l');
            all.add(key);
        }
        for (int last = 0; last < 256; last += 51) {
            byte[] key = new byte[1_000];
            Arrays.fill(key, (byte) 0xEE);
            key[key.length - 1] = (byte) last;
            all.add(key);
        }
        return all;
    }
}
