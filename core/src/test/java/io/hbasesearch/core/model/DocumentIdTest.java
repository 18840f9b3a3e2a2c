/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentIdTest {
    private static final int PREFIX_LENGTH = 348;
    private static final int ELASTICSEARCH_LIMIT = 512;

    private final Random random = new Random(1_234);

    /** Keys that are hard to tell apart: few different bytes, the extreme ones among them, of any length. */
    private RowKey key(int maxLength) {
        byte[] bytes = new byte[1 + random.nextInt(maxLength)];
        byte[] alphabet = {0, 1, 'a', 0x7f, (byte) 0x80, (byte) 0xff};
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = random.nextInt(4) == 0 ? (byte) random.nextInt(256) : alphabet[random.nextInt(alphabet.length)];
        }
        return RowKey.wrap(bytes);
    }

    /** The same key with a byte changed, added or taken away. */
    private RowKey neighbour(RowKey key) {
        byte[] bytes = key.bytes().toBytes();
        int length = Math.min(RowKey.MAX_LENGTH, Math.max(1, bytes.length + random.nextInt(3) - 1));
        byte[] changed = Arrays.copyOf(bytes, length);
        if (random.nextBoolean()) {
            changed[random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
        }
        return RowKey.wrap(changed);
    }

    @Test
    void idsOfBucketsSortWithTheirRowsAndTellBoth() {
        for (int i = 0; i < 50_000; i++) {
            RowKey first = key(12);
            RowKey second = random.nextBoolean() ? key(12) : neighbour(first);
            Bucket one = Bucket.of(random.nextInt(Bucket.MOST));
            Bucket other = Bucket.of(random.nextInt(Bucket.MOST));
            int byRow = first.compareTo(second);
            assertThat(Integer.signum(DocumentId.of(first, one).compareTo(DocumentId.of(second, other))))
                    .as("%s and %s", first, second)
                    .isEqualTo(Integer.signum(byRow == 0 ? one.compareTo(other) : byRow));
            assertThat(DocumentId.of(first, one).rowKey()).contains(first);
            assertThat(DocumentId.of(first, one).bucket()).isEqualTo(one);
        }
    }

    @Test
    void idsOfBucketsOfLongKeysFitAndTellRowsApart() {
        byte[] bytes = new byte[RowKey.MAX_LENGTH];
        Arrays.fill(bytes, (byte) 0xff);
        for (int length : new int[] {380, 381, 382, 384, 385, 5_000, RowKey.MAX_LENGTH}) {
            RowKey row = RowKey.wrap(Arrays.copyOf(bytes, length));
            DocumentId id = DocumentId.of(row, Bucket.of(255));
            assertThat(id.value().getBytes(US_ASCII)).hasSizeLessThanOrEqualTo(ELASTICSEARCH_LIMIT);
            assertThat(id.isWhole()).isEqualTo(length <= 381);
            assertThat(id.rowKey(row.bytes().toBytes())).isEqualTo(row);
            assertThat(id.bucket()).isEqualTo(Bucket.of(255));
            assertThat(id).isNotEqualTo(DocumentId.of(row)).isNotEqualTo(DocumentId.of(row, Bucket.of(254)));
        }
        assertThatThrownBy(() -> new DocumentId("Jq3#0").bucket()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new DocumentId("#").bucket()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new DocumentId("Jq3#0A").rowKey(null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void idsSortAsTheirRowKeys() {
        for (int i = 0; i < 50_000; i++) {
            RowKey first = key(12);
            RowKey second = random.nextBoolean() ? key(12) : neighbour(first);
            assertThat(Integer.signum(DocumentId.of(first).compareTo(DocumentId.of(second))))
                    .as("%s and %s", first, second)
                    .isEqualTo(Integer.signum(first.compareTo(second)));
        }
    }

    @Test
    void idsOfAllShortKeysSortAndDiffer() {
        List<RowKey> keys = Stream.concat(
                        IntStream.range(0, 256).mapToObj(a -> new byte[] {(byte) a}),
                        IntStream.range(0, 65_536).mapToObj(a -> new byte[] {(byte) (a >> 8), (byte) a}))
                .map(RowKey::wrap)
                .sorted()
                .toList();
        for (int i = 1; i < keys.size(); i++) {
            assertThat(DocumentId.of(keys.get(i - 1))).isLessThan(DocumentId.of(keys.get(i)));
        }
    }

    @Test
    void theRowKeyIsReadBackFromTheId() {
        for (int i = 0; i < 20_000; i++) {
            RowKey key = key(i % 10 == 0 ? DocumentId.MAX_WHOLE_KEY_LENGTH : 20);
            assertThat(DocumentId.of(key).rowKey()).contains(key);
        }
    }

    @Test
    void noTwoKeysShareAnIdHoweverLongTheyAre() {
        Map<DocumentId, RowKey> ids = new HashMap<>();
        for (int i = 0; i < 5_000; i++) {
            RowKey key = key(i % 50 == 0 ? RowKey.MAX_LENGTH : 2 * DocumentId.MAX_WHOLE_KEY_LENGTH);
            for (RowKey each : List.of(key, neighbour(key))) {
                RowKey other = ids.put(DocumentId.of(each), each);
                assertThat(other == null || other.equals(each)).isTrue();
            }
        }
    }

    @Test
    void idsFitElasticsearchAndNeedNoEscaping() {
        for (int length : new int[] {1, 2, 3, 383, 384, 385, 1_000, RowKey.MAX_LENGTH}) {
            byte[] key = new byte[length];
            random.nextBytes(key);
            String id = DocumentId.of(RowKey.wrap(key)).value();
            assertThat(id.getBytes(US_ASCII).length).isEqualTo(id.length()).isLessThanOrEqualTo(ELASTICSEARCH_LIMIT);
            assertThat(id).matches("[0-9A-Za-z_~-]+");
            assertThat(DocumentId.of(RowKey.wrap(key)).rowKey().isPresent())
                    .isEqualTo(length <= DocumentId.MAX_WHOLE_KEY_LENGTH);
        }
    }

    @Test
    void longKeysSortByTheirPrefix() {
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[400 + random.nextInt(100)];
            Arrays.fill(bytes, (byte) random.nextInt(2));
            RowKey first = RowKey.copyOf(bytes);
            bytes[random.nextInt(PREFIX_LENGTH)] ^= (byte) (1 + random.nextInt(255));
            RowKey second = RowKey.copyOf(bytes);
            assertThat(Integer.signum(DocumentId.of(first).compareTo(DocumentId.of(second))))
                    .isEqualTo(Integer.signum(first.compareTo(second)));
        }
    }

    @Test
    void theAlphabetIsInTheOrderOfAscii() {
        List<RowKey> keys =
                new ArrayList<>(IntStream.range(0, 2_000).mapToObj(i -> key(8)).toList());
        Collections.sort(keys);
        List<String> ids =
                keys.stream().map(DocumentId::of).map(DocumentId::value).toList();
        assertThat(ids).isSorted();
    }

    @Test
    void whatIsNoIdIsRefused() {
        for (String wrong : new String[] {"A", "AB!", "é", "AAAAA", "-1", "--z"}) {
            assertThatThrownBy(() -> new DocumentId(wrong).rowKey())
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aBoundBeforeARowDividesIdsAndRowsAlike() {
        Random random = new Random(3);
        List<RowKey> rows = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            byte[] key = new byte[random.nextBoolean() ? 345 + random.nextInt(60) : 1 + random.nextInt(3)];
            for (int at = Math.max(0, key.length - 60); at < key.length; at++) {
                key[at] = (byte) random.nextInt(3);
            }
            rows.add(RowKey.wrap(key));
        }
        for (RowKey row : rows) {
            ByteArray bound = DocumentIdRange.boundBefore(row);
            DocumentIdRange before = DocumentIdRange.of(new KeyRange(ByteArray.empty(), bound));
            assertThat(bound).isLessThanOrEqualTo(row.bytes());
            assertThat(before.exact()).isTrue();
            for (RowKey other : rows) {
                boolean isBefore = other.bytes().compareTo(bound) < 0;
                assertThat(before.isBehind(DocumentId.of(other).value())).isNotEqualTo(isBefore);
            }
        }
    }
}
