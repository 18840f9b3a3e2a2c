/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.ByteArray;
import java.util.Arrays;
import java.util.BitSet;
import java.util.random.RandomGenerator;

/**
 * Draws random positions between two keys. After the keys' common prefix, most bytes are drawn from those that known keys have at the same
 * position: otherwise keys of digits would almost always be missed, because most bytes are not digits. Some bytes are drawn from all
 * values, so that keys unlike the known ones are found too. For one thread.
 */
final class KeyPlaces {
    private static final int BYTES = 8;
    private static final int BYTE_VALUES = 256;
    /** One of this number of bytes is drawn from all values. */
    private static final int UNKNOWN_PART = 4;

    private static final int TRIES = 20;

    private final ByteArray first;
    private final ByteArray last;
    private final byte[] common;
    private final BitSet[] known = new BitSet[BYTES];
    private final RandomGenerator random;

    /** @param last not before {@code first} */
    KeyPlaces(ByteArray first, ByteArray last, RandomGenerator random) {
        this.first = first;
        this.last = last;
        byte[] from = first.unsafeBytes();
        int mismatch = Arrays.mismatch(from, last.unsafeBytes());
        this.common = Arrays.copyOf(from, mismatch < 0 ? from.length : mismatch);
        this.random = random;
        Arrays.setAll(known, position -> new BitSet(BYTE_VALUES));
        learn(first);
        learn(last);
    }

    /** @param key that was found between the two */
    void learn(ByteArray key) {
        byte[] bytes = key.unsafeBytes();
        for (int i = common.length; i < Math.min(bytes.length, common.length + BYTES); i++) {
            known[i - common.length].set(bytes[i] & 0xff);
        }
    }

    ByteArray draw() {
        for (int tries = 0; tries < TRIES; tries++) {
            ByteArray place = place();
            if (place.compareTo(first) >= 0 && place.compareTo(last) <= 0) {
                return place;
            }
        }
        return first;
    }

    private ByteArray place() {
        byte[] place = Arrays.copyOf(common, common.length + BYTES);
        for (int i = 0; i < BYTES; i++) {
            boolean any = known[i].isEmpty() || random.nextInt(UNKNOWN_PART) == 0;
            int drawn = any
                    ? random.nextInt(BYTE_VALUES)
                    : known[i].stream()
                            .skip(random.nextInt(known[i].cardinality()))
                            .findFirst()
                            .orElseThrow();
            place[common.length + i] = (byte) drawn;
        }
        return ByteArray.wrap(place);
    }
}
