/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.upsert;
import static io.hbasesearch.testing.Fixtures.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A scan of a range of row keys returns the documents of exactly these keys, in the order of ids. */
public abstract class ScanContract extends BackendContract {
    private static final int MORE_THAN_A_PAGE = 2_500;
    private static final Random RANDOM = new Random(17);

    @Test
    void aRangeHoldsItsStartAndNotItsStop() {
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, upsert("a", 1, "cat"), upsert("b", 2, "cat"), upsert("bb", 3, "cat"), upsert("c", 4, "cat"));
            searcher.refresh();
            assertThat(rows(searcher, range("b", "c"))).containsExactly("b", "bb");
            assertThat(rows(searcher, range("", "b"))).containsExactly("a");
            assertThat(rows(searcher, range("bb", ""))).containsExactly("bb", "c");
            assertThat(rows(searcher, range("", ""))).containsExactly("a", "b", "bb", "c");
            assertThat(rows(searcher, range("d", "e"))).isEmpty();
            assertThat(rows(searcher, range("c", "b"))).isEmpty();
        }
    }

    @Test
    void aRangeOfManyDocumentsIsWholeAndInOrder() {
        List<IndexOperation> operations = new ArrayList<>();
        for (int i = 0; i < 2 * MORE_THAN_A_PAGE; i++) {
            operations.add(upsert(String.format("row%05d", i), i, "number " + i));
        }
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, operations.subList(0, MORE_THAN_A_PAGE));
            write(writer, operations.subList(MORE_THAN_A_PAGE, 2 * MORE_THAN_A_PAGE));
            searcher.refresh();
            for (int[] bounds : new int[][] {{0, 900}, {100, 1_100}, {1_234, 4_321}, {4_999, 5_000}}) {
                List<String> expected = operations.subList(bounds[0], bounds[1]).stream()
                        .map(operation -> operation.row().bytes().utf8())
                        .toList();
                assertThat(rows(searcher, range(expected.get(0), String.format("row%05d", bounds[1]))))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void keysAndBoundsOfAnyBytesAndLengthAreToldApart() {
        TreeSet<RowKey> keys = new TreeSet<>();
        while (keys.size() < 200) {
            keys.add(RowKey.wrap(key()));
        }
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            List<IndexOperation> batch = new ArrayList<>();
            keys.forEach(key -> batch.add(
                    new IndexOperation.Upsert(key, version(1), System.currentTimeMillis(), Fixtures.message("cat"))));
            write(writer, batch);
            searcher.refresh();
            List<RowKey> bounds = new ArrayList<>(keys);
            for (int i = 0; i < 60; i++) {
                ByteArray one = bound(bounds);
                ByteArray other = bound(bounds);
                KeyRange range = one.compareTo(other) < 0 ? new KeyRange(one, other) : new KeyRange(other, one);
                assertThat(scan(searcher, range))
                        .extracting(IndexedDocument::row)
                        .isEqualTo(keys.stream()
                                .filter(range::contains)
                                .sorted(Comparator.comparing(DocumentId::of))
                                .toList());
            }
        }
    }

    /** Long ones share a beginning and differ around the place where ids are cut. */
    private static byte[] key() {
        boolean isLong = RANDOM.nextBoolean();
        byte[] key = new byte[isLong ? 346 + RANDOM.nextInt(60) : 1 + RANDOM.nextInt(4)];
        for (int i = isLong ? 346 : 0; i < key.length; i++) {
            key[i] = (byte) (RANDOM.nextInt(3) - 1);
        }
        return key;
    }

    private static ByteArray bound(List<RowKey> keys) {
        return RANDOM.nextBoolean() ? keys.get(RANDOM.nextInt(keys.size())).bytes() : ByteArray.wrap(key());
    }

    private static KeyRange range(String start, String stop) {
        return new KeyRange(ByteArray.utf8(start), ByteArray.utf8(stop));
    }

    private static List<String> rows(DocumentSearcher searcher, KeyRange range) {
        return scan(searcher, range).stream()
                .map(document -> document.row().bytes().utf8())
                .toList();
    }

    private static List<IndexedDocument> scan(DocumentSearcher searcher, KeyRange range) {
        List<IndexedDocument> all = new ArrayList<>();
        try (DocumentCursor cursor = searcher.scan(range)) {
            cursor.forEachRemaining(all::add);
        }
        return all;
    }
}
