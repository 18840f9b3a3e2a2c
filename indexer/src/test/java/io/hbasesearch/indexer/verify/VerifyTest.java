/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VerifyTest extends VerifyRig {
    @Test
    void anIndexThatEqualsItsTableIsClean() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            both(randomKey(random), "body " + i);
        }
        index.put(RowKey.utf8("gone"), IndexedDocument.State.DELETED, Document.empty());
        VerifyReport report = verify(QUICK);
        assertThat(report.isClean()).isTrue();
        assertThat(report.compared().rows()).isEqualTo(table.rows.size());
        assertThat(report.compared().documents()).isEqualTo(table.rows.size());
    }

    @Test
    void countsWhatIsMissingStaleAndExtra() {
        for (int i = 0; i < 100; i++) {
            both(RowKey.utf8("row" + i), "body " + i);
        }
        index.remove(RowKey.utf8("row10"));
        index.put(RowKey.utf8("row20"), IndexedDocument.State.DELETED, Document.empty());
        index.put(RowKey.utf8("row30"), IndexedDocument.State.FAILED, Document.empty());
        index.put(RowKey.utf8("row40"), "old body");
        table.rows.remove(RowKey.utf8("row50"));
        table.rows.remove(RowKey.utf8("row99"));

        VerifyReport report = verify(QUICK);
        assertThat(report.isClean()).isFalse();
        assertThat(report.differing().missing()).isEqualTo(2);
        assertThat(report.differing().stale()).isEqualTo(2);
        assertThat(report.differing().extra()).isEqualTo(2);
        assertThat(report.differing().samples())
                .contains(Difference.of(Difference.Kind.STALE, RowKey.utf8("row40"), "other values in fields [body]"));
    }

    @Test
    void aRowThatTheDefinitionLeavesOutIsToHaveNoDocument() {
        both(RowKey.utf8("row-001"), "one");
        both(RowKey.utf8("stray"), "left out, and there nevertheless");
        table.rows.put(RowKey.utf8("stray too"), ByteArray.utf8("left out"));
        table.rows.put(RowKey.utf8("strays"), ByteArray.utf8("left out, with a stub"));
        index.putStub(RowKey.utf8("strays"));
        for (boolean hashes : new boolean[] {false, true}) {
            VerifyReport report = ofSeven(QUICK.withHashes(hashes));
            assertThat(report.differing().extra()).isEqualTo(1);
            assertThat(report.compared().leftOut()).isEqualTo(3);
            assertThat(report.differing().missing()
                            + report.differing().stale()
                            + report.differing().undecodable())
                    .isZero();
            assertThat(report.differing().samples())
                    .containsExactly(Difference.of(
                            Difference.Kind.EXTRA,
                            RowKey.utf8("stray"),
                            "the index definition leaves the row out, yet its document is there"));
        }
        index.putStub(RowKey.utf8("stray"));
        assertThat(ofSeven(QUICK).isClean()).isTrue();
        VerifyReport byHash = ofSeven(QUICK.withHashes(true));
        assertThat(byHash.compared().byHash()).isEqualTo(4);
        assertThat(byHash.compared().leftOut())
                .as("also where no document is read")
                .isEqualTo(3);
        assertThat(byHash.compared().rows())
                .isEqualTo(byHash.compared().documents() + byHash.compared().leftOut());
    }

    @Test
    void aDocumentOfAnotherNumberOfBucketsIsNotTheRows() {
        RowKey row = RowKey.utf8("row-001");
        both(row, "one");
        DocumentId divided = DocumentId.of(row, Bucket.of(3));
        index.putUnder(divided, row, "one");
        VerifyReport report = verify(QUICK);
        assertThat(report.differences()).isEqualTo(1);
        assertThat(report.differing().samples()).singleElement().satisfies(difference -> {
            assertThat(difference.kind()).isEqualTo(Difference.Kind.EXTRA);
            assertThat(difference.document()).isEqualTo(divided);
        });
    }

    @Test
    void aRowThatDoesNotMeetAConditionIsExpectedToHaveNoDocument() {
        RowKey draft = RowKey.utf8("a");
        RowKey done = RowKey.utf8("b");
        both(draft, "draft of a letter");
        both(done, "letter");
        for (boolean hashes : new boolean[] {false, true}) {
            VerifyReport report = new Verify(
                            SortedTable.NO_DRAFTS, table, index, Duration.ofSeconds(1), QUICK.withHashes(hashes))
                    .run(KeyRange.all(), VerifyListener.none());
            assertThat(keys(report, Difference.Kind.EXTRA)).containsExactly(draft);
            assertThat(report.differences()).isEqualTo(1);
        }
        table.rows.put(draft, ByteArray.utf8("no draft any more"));
        VerifyReport report = new Verify(SortedTable.NO_DRAFTS, table, index, Duration.ofSeconds(1), QUICK)
                .run(KeyRange.all(), VerifyListener.none());
        assertThat(keys(report, Difference.Kind.STALE)).containsExactly(draft);
    }

    private VerifyReport ofSeven(VerifyOptions options) {
        return new Verify(SortedTable.OF_SEVEN, table, index, Duration.ofSeconds(1), options)
                .run(KeyRange.all(), VerifyListener.none());
    }

    /** At random, with keys around the length up to which an id holds them whole, against sets. */
    @Test
    void findsEveryDifferenceWhateverTheKeys() {
        Random random = new Random(7);
        Set<RowKey> missing = new HashSet<>();
        Set<RowKey> stale = new HashSet<>();
        Set<RowKey> extra = new HashSet<>();
        for (int i = 0; i < 3_000; i++) {
            RowKey key = randomKey(random);
            if (table.rows.containsKey(key) || extra.contains(key)) {
                continue;
            }
            both(key, "body " + i);
            switch (random.nextInt(10)) {
                case 0 -> {
                    index.remove(key);
                    missing.add(key);
                }
                case 1 -> {
                    index.put(key, "another");
                    stale.add(key);
                }
                case 2 -> {
                    table.rows.remove(key);
                    extra.add(key);
                }
                default -> {}
            }
        }
        VerifyReport report = verify(options(10, 1).withSamples(10_000));
        assertThat(keys(report, Difference.Kind.MISSING)).isEqualTo(missing);
        assertThat(keys(report, Difference.Kind.STALE)).isEqualTo(stale);
        assertThat(keys(report, Difference.Kind.EXTRA)).isEqualTo(extra);
        assertThat(report.differences()).isEqualTo(missing.size() + stale.size() + extra.size());
        assertThat(missing).anyMatch(key -> key.bytes().length() > 384);
        assertThat(extra).anyMatch(key -> key.bytes().length() > 384);
    }

    @Test
    void aRowThatCannotBeMappedIsExpectedToHaveItsStub() {
        RowKey withStub = RowKey.utf8("a");
        table.rows.put(withStub, NOT_UTF8);
        index.put(withStub, IndexedDocument.State.FAILED, Document.empty());
        RowKey without = RowKey.utf8("b");
        table.rows.put(without, NOT_UTF8);
        RowKey live = RowKey.utf8("c");
        table.rows.put(live, NOT_UTF8);
        index.put(live, "from before");

        VerifyReport report = verify(QUICK);
        assertThat(report.compared().failed()).isEqualTo(1);
        assertThat(report.differing().undecodable()).isEqualTo(2);
        assertThat(report.differences()).isEqualTo(2);
    }

    @Test
    void severalThreadsAndRegionsFindWhatOneFinds() {
        for (int i = 0; i < 20_000; i++) {
            both(RowKey.utf8(String.format("row%06d", i)), "body " + i);
        }
        table.splits = List.of(ByteArray.utf8("a"), ByteArray.utf8("row005000"), ByteArray.utf8("row005001"));
        List.of(0, 4_999, 5_000, 5_001, 19_999).forEach(i -> index.remove(RowKey.utf8(String.format("row%06d", i))));
        VerifyReport report = verify(QUICK.withThreads(4));
        assertThat(report.compared().rows()).isEqualTo(20_000);
        assertThat(report.compared().documents()).isEqualTo(19_995);
        assertThat(report.differing().missing()).isEqualTo(5);
        assertThat(report.differences()).isEqualTo(5);
    }

    @Test
    void oneLargeRegionKeepsEveryThreadBusy() throws Exception {
        for (int i = 0; i < 50_000; i++) {
            both(RowKey.utf8(String.format("row%06d", i)), "body " + i);
        }
        ConcurrentHashMap<Thread, AtomicInteger> rowsOfThreads = new ConcurrentHashMap<>();
        table.onRow = key -> rowsOfThreads
                .computeIfAbsent(Thread.currentThread(), none -> new AtomicInteger())
                .incrementAndGet();
        VerifyReport report = verify(QUICK.withThreads(3).withRowsPerSecond(25_000));
        assertThat(report.isClean()).isTrue();
        assertThat(report.compared().rows()).isEqualTo(50_000);
        assertThat(rowsOfThreads).hasSize(3);
        assertThat(rowsOfThreads.values()).allMatch(rows -> rows.get() > 1_000);
    }

    @Test
    void onlyTheRangeIsCompared() {
        for (int i = 0; i < 100; i++) {
            table.rows.put(RowKey.utf8(String.format("row%02d", i)), ByteArray.utf8("body"));
            index.put(RowKey.utf8(String.format("gone%02d", i)), "body");
        }
        KeyRange range = new KeyRange(ByteArray.utf8("gone90"), ByteArray.utf8("row20"));
        VerifyReport report = verify(QUICK, range, VerifyListener.none());
        assertThat(report.differing().missing()).isEqualTo(20);
        assertThat(report.differing().extra()).isEqualTo(10);
        assertThat(report.compared().rows()).isEqualTo(20);
    }

    @Test
    void whatCannotBeReadInTheIndexIsUndecodable() {
        both(RowKey.utf8("a"), "body");
        both(RowKey.utf8("b"), "body");
        index.spoil(RowKey.utf8("a"));
        index.spoil(RowKey.utf8("c"));
        index.putForeign("not an id");
        VerifyReport report = verify(QUICK);
        assertThat(report.differing().undecodable()).isEqualTo(3);
        assertThat(report.differences()).isEqualTo(3);
        assertThat(report.differing().samples())
                .extracting(Difference::name)
                .containsExactlyInAnyOrder("a", "c", "document not an id");
    }

    @Test
    void itKeepsToItsRate() {
        for (int i = 0; i < 300; i++) {
            both(RowKey.utf8(String.format("row%04d", i)), "body");
        }
        VerifyReport report = verify(QUICK.withThreads(2).withRowsPerSecond(200));
        assertThat(report.compared().rows()).isEqualTo(300);
        assertThat(report.duration()).isBetween(Duration.ofMillis(900), Duration.ofSeconds(20));
    }

    @Test
    void aSampleComparesAboutItsPartAndReadsKeysOnlyOfTheRest() {
        for (int i = 0; i < 200_000; i++) {
            both(RowKey.utf8(String.format("row%06d", i)), "body");
        }
        AtomicInteger read = new AtomicInteger();
        table.onRow = key -> read.incrementAndGet();
        VerifyReport report = verify(QUICK.withSample(0.2));
        assertThat(report.complete()).isTrue();
        assertThat(report.compared().rows()).isBetween(15_000L, 80_000L);
        assertThat(report.compared().rows() + report.compared().skipped()).isBetween(180_000L, 200_000L);
        assertThat(read.get()).isLessThan(100_000);
    }

    private static Set<RowKey> keys(VerifyReport report, Difference.Kind kind) {
        Set<RowKey> keys = new HashSet<>();
        report.differing().samples().stream()
                .filter(difference -> difference.kind() == kind)
                .forEach(difference -> keys.add(difference.row().orElseThrow()));
        return keys;
    }

    /** Half of them short; the others share a long prefix and are about as long as an id can hold. */
    private static RowKey randomKey(Random random) {
        boolean isLong = random.nextBoolean();
        byte[] key = new byte[isLong ? 340 + random.nextInt(60) : 1 + random.nextInt(6)];
        for (int i = isLong ? 340 : 0; i < key.length; i++) {
            key[i] = (byte) random.nextInt(256);
        }
        return RowKey.wrap(key);
    }
}
