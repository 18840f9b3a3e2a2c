/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Keys of every length that HBase takes and of every byte, text or not: each row is indexed under an id of its own, found by
 * what is in it, read back by the key that the index gives, changed and deleted. Elasticsearch takes ids of 512 bytes at most, so
 * that those of long keys are hashed.
 */
@ExtendWith(TestServers.class)
@Timeout(240)
class KeyBytesIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Around the places where an id begins to be cut, 512 bytes, and the end of what HBase takes. */
    private static final int[] LENGTHS = {2, 3, 347, 348, 349, 383, 384, 385, 386, 511, 512, 513, 4_096, 32_766, 32_767
    };

    private static List<RowKey> keys() {
        Set<RowKey> keys = new TreeSet<>();
        for (int b = 0; b < 256; b++) {
            keys.add(RowKey.copyOf(new byte[] {(byte) b}));
        }
        for (int length : LENGTHS) {
            // Alike but for the last byte, and but for a byte in the middle.
            for (int last : new int[] {0, 'a', 0xff}) {
                keys.add(RowKey.wrap(cycle(length, length - 1, last)));
                keys.add(RowKey.wrap(cycle(length, length / 2, last)));
            }
            byte[] same = new byte[length];
            keys.add(RowKey.copyOf(same));
            Arrays.fill(same, (byte) 0xff);
            keys.add(RowKey.copyOf(same));
        }
        for (String text : List.of("row", "行", "🙂", "é", "e\u0301", "a b", "a/b", "a~b", "_id", "%00", "\\x00")) {
            keys.add(RowKey.utf8(text));
        }
        // No UTF-8: cut short, too long, a surrogate, a lone continuation.
        for (String hex : List.of("e8a1", "c328", "c080", "eda080", "f0288c28", "61ff", "6100", "610000", "fffe")) {
            keys.add(RowKey.wrap(HexFormat.of().parseHex(hex)));
        }
        return List.copyOf(keys);
    }

    /** Every byte in turn. */
    private static byte[] cycle(int length, int place, int value) {
        byte[] key = new byte[length];
        for (int i = 0; i < length; i++) {
            key[i] = (byte) i;
        }
        key[place] = (byte) value;
        return key;
    }

    private static Map<RowKey, String> bodies(List<RowKey> keys, String word) {
        Map<RowKey, String> bodies = new HashMap<>();
        for (RowKey key : keys) {
            bodies.put(key, word + " " + nameOf(key));
        }
        return bodies;
    }

    /** A word that no other key has. */
    private static String nameOf(RowKey key) {
        byte[] bytes = key.bytes().unsafeBytes();
        return "k" + bytes.length + "x" + HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, 8)) + "x"
                + Integer.toHexString(Arrays.hashCode(bytes));
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void everyKeyIsIndexedFoundFetchedChangedAndDeleted(BackendKind kind) {
        table.useBinaryKeys();
        List<RowKey> keys = keys();
        assertThat(keys.stream().map(KeyBytesIT::nameOf).distinct()).hasSameSizeAs(keys);
        try (IndexBackend backend = kind.open(kind.newPlace())) {
            create(backend);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                table.put(bodies(keys, "first"));
                assertEach(backend, keys, "first");

                List<RowKey> changed = everyThird(keys, 0);
                List<RowKey> deleted = everyThird(keys, 1);
                table.put(bodies(changed, "second"));
                table.delete(deleted);
                assertEach(backend, changed, "second");
                assertNone(backend, deleted);
                table.assertIndexed(backend, index);

                table.put(bodies(deleted, "third"));
                assertEach(backend, deleted, "third");
                table.assertIndexed(backend, index);
            }
        }
    }

    private static List<RowKey> everyThird(List<RowKey> keys, int from) {
        return IntStream.range(0, keys.size())
                .filter(i -> i % 3 == from)
                .mapToObj(keys::get)
                .toList();
    }

    /** Found by its own word and by no other's, by its id, and in HBase under the key that the index gives. */
    private void assertEach(IndexBackend backend, List<RowKey> keys, String word) {
        await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
        try (DocumentSearcher searcher = backend.openSearcher(table.definition(index))) {
            searcher.refresh();
            for (RowKey key : keys) {
                List<RowKey> found = found(searcher, "+" + word + " +" + nameOf(key));
                assertThat(found).as(key.printable()).containsExactly(key);
                IndexedDocument document = searcher.get(DocumentId.of(key)).orElseThrow();
                assertThat(document.row()).isEqualTo(key);
                assertThat(document.id().value().getBytes(StandardCharsets.US_ASCII).length)
                        .isLessThanOrEqualTo(512);
            }
            assertThat(table.reader().read(table.id(), ColumnSelection.everything(), keys, PATIENCE).stream()
                            .collect(Collectors.toMap(Row::key, KeyBytesIT::bodyOf)))
                    .isEqualTo(bodies(keys, word));
        }
    }

    private static String bodyOf(Row row) {
        return row.cell(TestSettings.BODY).map(cell -> cell.value().utf8()).orElse("");
    }

    private void assertNone(IndexBackend backend, List<RowKey> keys) {
        try (DocumentSearcher searcher = backend.openSearcher(table.definition(index))) {
            searcher.refresh();
            for (RowKey key : keys) {
                assertThat(found(searcher, nameOf(key))).as(key.printable()).isEmpty();
                assertThat(searcher.get(DocumentId.of(key)).orElseThrow().state())
                        .isEqualTo(IndexedDocument.State.DELETED);
            }
        }
    }

    private List<RowKey> found(DocumentSearcher searcher, String query) {
        SearchRequest request =
                new SearchRequest(QueryStringParser.parse(query, table.definition(index)), List.of(), 10, PATIENCE);
        return searcher.search(request).hits().stream()
                .map(SearchResult.Hit::row)
                .toList();
    }
}
