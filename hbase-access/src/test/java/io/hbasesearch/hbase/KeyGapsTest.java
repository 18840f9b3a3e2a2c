/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyGapsTest {
    private static final int KEYS = 5_000;
    private static final int ROWS_OF_A_SEEK = 4;

    private static NavigableSet<ByteArray> keys(IntFunction<ByteArray> key) {
        return IntStream.range(0, KEYS).mapToObj(key).collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
    }

    private static ByteArray random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return ByteArray.wrap(bytes);
    }

    static List<NavigableSet<ByteArray>> tables() {
        Random random = new Random(3);
        String prefix = "tenant/production/eu-central-1/orders/";
        NavigableSet<ByteArray> strays = keys(i -> ByteArray.utf8(prefix + String.format("%09d", i)));
        strays.add(ByteArray.utf8("a"));
        strays.add(ByteArray.utf8("zzz"));
        return List.of(
                keys(i -> ByteArray.utf8(String.format("%08d", i))),
                keys(i -> ByteArray.utf8("w" + i)),
                keys(i -> random(random, 16)),
                strays,
                keys(i -> random(random, 1 + i % 3)),
                keys(i -> ByteArray.utf8("x".repeat(i + 1))));
    }

    /** Reads as a sample does until it has so many keys; returns the number of reads. */
    private static int read(NavigableSet<ByteArray> table, NavigableSet<ByteArray> found, int most) {
        KeyGaps gaps = new KeyGaps(table.first(), table.last(), new Random(7));
        found.add(table.first());
        int reads = 0;
        for (Optional<KeyGaps.Place> next = gaps.next(); next.isPresent() && found.size() < most; next = gaps.next()) {
            KeyGaps.Place place = next.get();
            List<ByteArray> seen = table.subSet(place.at(), true, place.to(), false).stream()
                    .limit(Math.min(ROWS_OF_A_SEEK, most - found.size()))
                    .toList();
            seen.forEach(
                    key -> assertThat(found.add(key)).as("no key is read twice").isTrue());
            gaps.found(place, seen, seen.size() < ROWS_OF_A_SEEK);
            reads++;
        }
        return reads;
    }

    @ParameterizedTest
    @MethodSource("tables")
    void asManyKeysAreFoundAsAreAskedFor(NavigableSet<ByteArray> table) {
        NavigableSet<ByteArray> found = new TreeSet<>();
        int reads = read(table, found, 1_000);
        assertThat(found).hasSize(1_000);
        assertThat(reads).isLessThan(2_000);
    }

    static List<NavigableSet<ByteArray>> tablesOfOneForm() {
        return tables().subList(0, 4);
    }

    @ParameterizedTest
    @MethodSource("tablesOfOneForm")
    void theyAreFromAllOfTheTable(NavigableSet<ByteArray> table) {
        NavigableSet<ByteArray> found = new TreeSet<>();
        read(table, found, 1_000);
        List<ByteArray> all = List.copyOf(table);
        for (int part = 0; part < 10; part++) {
            assertThat(found.subSet(all.get(part * all.size() / 10), all.get((part + 1) * all.size() / 10 - 1)))
                    .as("keys of part %d", part)
                    .hasSizeGreaterThan(20);
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void inTheEndEveryKeyIsFoundOnce(NavigableSet<ByteArray> table) {
        NavigableSet<ByteArray> found = new TreeSet<>();
        read(table, found, Integer.MAX_VALUE);
        assertThat(found).isEqualTo(table);
    }

    @Test
    void aSingleKeyLeavesNothingToRead() {
        ByteArray key = ByteArray.wrap("k".getBytes(UTF_8));
        assertThat(new KeyGaps(key, key, new Random(7)).next()).isEmpty();
    }
}
