/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.ByteArray;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.random.RandomGenerator;

/**
 * Draws places to read from between the keys of a region that are known, and forgets the gaps between them that hold no further key. The
 * oldest gap and the one that seems to be the widest have their turns by alternation. Most bytes of a place are such as known keys have at
 * the same position: otherwise keys of digits would almost always be missed. A gap in which several places found nothing is read from its
 * beginning, so that each answer finds a key or closes a gap. For one thread.
 */
final class KeyGaps {
    /** Bytes that are drawn behind the first one in which a place differs from both ends of its gap. */
    private static final int FREE_BYTES = 8;

    private static final int KNOWN_POSITIONS = 1_024;
    private static final int BYTE_VALUES = 256;
    /** Of so many bytes, it draws one from all values, and two from the values between known ones. */
    private static final int DRAWS = 8;

    private static final int TRIES = 20;
    /** The number of places without a key after which a gap is read from its beginning. */
    private static final int MISSES = 3;

    private final Queue<Gap> oldest = new ArrayDeque<>();
    private final Queue<Gap> widest = new PriorityQueue<>(Comparator.comparingDouble((Gap gap) -> -gap.width));
    private boolean isWideTurn;
    private final List<BitSet> known = new ArrayList<>();
    private final RandomGenerator random;

    /** @param last not before {@code first}: keys between the two, and the last itself, are not known yet */
    KeyGaps(ByteArray first, ByteArray last, RandomGenerator random) {
        this.random = random;
        learn(first);
        learn(last);
        if (first.compareTo(last) < 0) {
            open(first, behind(last), 0);
        }
    }

    private static final class Gap {
        /** A known key, which is not in the gap. */
        private final ByteArray from;
        /** The end, which is not in the gap. */
        private final ByteArray to;

        private final int misses;
        private final double width;
        private boolean drawn;

        Gap(ByteArray from, ByteArray to, int misses, double width) {
            this.from = from;
            this.to = to;
            this.misses = misses;
            this.width = width;
        }
    }

    private void open(ByteArray from, ByteArray to, int misses) {
        Gap gap = new Gap(from, to, misses, position(to) - position(from));
        oldest.add(gap);
        widest.add(gap);
    }

    /** Estimates the part of the keys before a key, as if all bytes between known ones were equally frequent. */
    private double position(ByteArray key) {
        byte[] bytes = key.unsafeBytes();
        double position = 0;
        double step = 1;
        for (int i = 0; i < Math.min(bytes.length, known.size()); i++) {
            int least = known.get(i).nextSetBit(0);
            int values = known.get(i).length() - least;
            step /= values;
            position += step * Math.max(0, Math.min(values, (bytes[i] & 0xff) - least));
        }
        return position;
    }

    /** Keys from {@code at} on, before {@code to}, are to be read. */
    record Place(ByteArray at, ByteArray to, ByteArray from, int misses) {
        private boolean isBeginning() {
            return at.equals(behind(from));
        }
    }

    /** Returns the first bytes that sort behind a key. */
    static ByteArray behind(ByteArray key) {
        return ByteArray.wrap(Arrays.copyOf(key.unsafeBytes(), key.length() + 1));
    }

    /** Draws a place in the gap whose turn it is; empty if all keys are known. */
    Optional<Place> next() {
        isWideTurn = !isWideTurn;
        Queue<Gap> queue = isWideTurn ? widest : oldest;
        Gap gap = queue.poll();
        while (gap != null && gap.drawn) {
            gap = queue.poll();
        }
        if (gap == null) {
            return Optional.empty();
        }
        gap.drawn = true;
        return Optional.of(new Place(gap.misses < MISSES ? draw(gap) : behind(gap.from), gap.to, gap.from, gap.misses));
    }

    /**
     * Tells what a place's keys are.
     *
     * @param keys the first ones from the place on, in their order
     * @param all whether the place has no others
     */
    void found(Place place, List<ByteArray> keys, boolean all) {
        keys.forEach(this::learn);
        if (!place.isBeginning()) {
            open(place.from(), place.at(), keys.isEmpty() ? place.misses() + 1 : 0);
        }
        if (!keys.isEmpty() && !all) {
            open(keys.get(keys.size() - 1), place.to(), 0);
        }
    }

    /** @param key of the region */
    void learn(ByteArray key) {
        byte[] bytes = key.unsafeBytes();
        for (int i = 0; i < Math.min(bytes.length, KNOWN_POSITIONS); i++) {
            if (known.size() == i) {
                known.add(new BitSet(BYTE_VALUES));
            }
            known.get(i).set(bytes[i] & 0xff);
        }
    }

    private ByteArray draw(Gap gap) {
        for (int tries = 0; tries < TRIES; tries++) {
            ByteArray place = place(gap.from.unsafeBytes(), gap.to.unsafeBytes());
            if (place.compareTo(gap.from) > 0 && place.compareTo(gap.to) < 0) {
                return place;
            }
        }
        return behind(gap.from);
    }

    /** Draws byte after byte, within the ends as long as all bytes before are those of an end. */
    private ByteArray place(byte[] from, byte[] to) {
        byte[] place = new byte[Math.max(from.length, to.length) + FREE_BYTES];
        boolean atFrom = true;
        boolean atTo = true;
        int position = 0;
        for (int free = 0; free < FREE_BYTES && position < place.length; position++) {
            int low = atFrom && position < from.length ? from[position] & 0xff : 0;
            int high = atTo ? (position < to.length ? to[position] & 0xff : 0) : BYTE_VALUES - 1;
            int drawn = low >= high ? low : drawn(position, low, high);
            place[position] = (byte) drawn;
            atFrom &= position < from.length && drawn == low;
            atTo &= drawn == high;
            free += atFrom || atTo ? 0 : 1;
        }
        return ByteArray.wrap(Arrays.copyOf(place, position));
    }

    private int drawn(int position, int low, int high) {
        int draw = random.nextInt(DRAWS);
        BitSet seen = position < known.size() ? known.get(position).get(low, high + 1) : new BitSet();
        if (draw == 0 || seen.isEmpty()) {
            return low + random.nextInt(high - low + 1);
        }
        int least = seen.nextSetBit(0);
        if (draw <= 2) {
            return low + least + random.nextInt(seen.length() - least);
        }
        return low
                + seen.stream()
                        .skip(random.nextInt(seen.cardinality()))
                        .findFirst()
                        .orElseThrow();
    }
}
