/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.RowKeyFormat;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexedDocument;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VerifyTest {
    private static final IndexDefinition DEFINITION = new IndexDefinition(
            "test",
            TableId.parse("t"),
            RowKeyFormat.BINARY,
            List.of(FieldMapping.of("body", SortedTable.BODY, FieldType.TEXT)),
            "hash");
    private static final ByteArray NOT_UTF8 = ByteArray.wrap(new byte[] {(byte) 0xff});
    private static final VerifyOptions QUICK = options(10, 2).withRechecks(1_000);

    private final SortedTable table = new SortedTable();
    private final SortedIndex index = new SortedIndex();

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private void both(RowKey row, String body) {
        table.rows.put(row, ByteArray.utf8(body));
        index.put(row, body);
    }

    @Test
    void anIndexThatEqualsItsTableIsClean() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            both(randomKey(random), "body " + i);
        }
        index.put(RowKey.utf8("gone"), IndexedDocument.State.DELETED, Document.empty());
        VerifyReport report = verify(QUICK);
        assertThat(report.isClean()).isTrue();
        assertThat(report.rows()).isEqualTo(table.rows.size());
        assertThat(report.documents()).isEqualTo(table.rows.size());
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
        assertThat(report.missing()).isEqualTo(2);
        assertThat(report.stale()).isEqualTo(2);
        assertThat(report.extra()).isEqualTo(2);
        assertThat(report.samples())
                .contains(Difference.of(Difference.Kind.STALE, RowKey.utf8("row40"), "other values in fields [body]"));
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
        assertThat(report.failed()).isEqualTo(1);
        assertThat(report.undecodable()).isEqualTo(2);
        assertThat(report.differences()).isEqualTo(2);
    }

    @Test
    void aWriteThatWasOnItsWayIsNoDifference() {
        for (int i = 0; i < 300; i++) {
            table.rows.put(RowKey.utf8("row" + i), ByteArray.utf8("body"));
        }
        AtomicInteger reads = new AtomicInteger();
        table.beforeRead = () -> {
            if (reads.incrementAndGet() == 4) {
                table.rows.forEach((row, body) -> index.put(row, body.utf8()));
            }
        };
        VerifyReport report = verify(options(10, 50).withRechecks(1_000));
        assertThat(report.isClean()).isTrue();
        assertThat(report.settled()).isEqualTo(300);
    }

    /** Each look finds what was written before the last: an index that shows writes only now and then. */
    @Test
    void aRowThatIsWrittenAndIndexedAllTheTimeIsNoDifference() {
        RowKey row = RowKey.utf8("busy");
        AtomicInteger writes = new AtomicInteger();
        table.beforeRead = () -> {
            int now = writes.incrementAndGet();
            index.put(row, IndexedDocument.State.LIVE, new Document(Map.of("body", "written " + (now - 1))), now);
            table.rows.put(row, ByteArray.utf8("written " + now));
        };
        table.rows.put(row, ByteArray.utf8("written 0"));
        VerifyReport report = verify(options(10, 3));
        assertThat(report.isClean()).isTrue();
        assertThat(report.busy()).isEqualTo(1);
        assertThat(writes.get()).isEqualTo(6);
    }

    @Test
    void aRowThatIsWrittenAllTheTimeAndNeverIndexedIsStale() {
        RowKey row = RowKey.utf8("unannounced");
        both(row, "written");
        AtomicInteger writes = new AtomicInteger();
        table.onRow = key -> table.rows.put(row, ByteArray.utf8("again"));
        table.beforeRead = () -> table.rows.put(row, ByteArray.utf8("written " + writes.incrementAndGet()));
        index.put(row, "another");
        VerifyReport report = verify(options(10, 3));
        assertThat(report.stale()).isEqualTo(1);
        assertThat(writes.get()).isEqualTo(3);
    }

    @Test
    void whatGoesBeyondTheBoundIsCountedUnconfirmed() {
        for (int i = 0; i < 300; i++) {
            table.rows.put(RowKey.utf8("row" + i), ByteArray.utf8("body"));
        }
        VerifyReport report = verify(options(500, 1).withRechecks(100).withSamples(10));
        assertThat(report.missing()).isEqualTo(300);
        assertThat(report.unconfirmed()).isEqualTo(200);
        assertThat(report.samples()).hasSize(10);
    }

    @Test
    void severalThreadsAndRegionsFindWhatOneFinds() {
        for (int i = 0; i < 20_000; i++) {
            both(RowKey.utf8(String.format("row%06d", i)), "body " + i);
        }
        table.splits = List.of(ByteArray.utf8("a"), ByteArray.utf8("row005000"), ByteArray.utf8("row005001"));
        List.of(0, 4_999, 5_000, 5_001, 19_999).forEach(i -> index.remove(RowKey.utf8(String.format("row%06d", i))));
        VerifyReport report = verify(QUICK.withThreads(4));
        assertThat(report.rows()).isEqualTo(20_000);
        assertThat(report.documents()).isEqualTo(19_995);
        assertThat(report.missing()).isEqualTo(5);
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
        assertThat(report.rows()).isEqualTo(50_000);
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
        assertThat(report.missing()).isEqualTo(20);
        assertThat(report.extra()).isEqualTo(10);
        assertThat(report.rows()).isEqualTo(20);
    }

    @Test
    void whatCannotBeReadInTheIndexIsUndecodable() {
        both(RowKey.utf8("a"), "body");
        both(RowKey.utf8("b"), "body");
        index.spoil(RowKey.utf8("a"));
        index.spoil(RowKey.utf8("c"));
        index.putForeign("not an id");
        VerifyReport report = verify(QUICK);
        assertThat(report.undecodable()).isEqualTo(3);
        assertThat(report.differences()).isEqualTo(3);
        assertThat(report.samples())
                .extracting(Difference::name)
                .containsExactlyInAnyOrder("a", "c", "document not an id");
    }

    @Test
    void aServerThatIsAwayForAMomentIsWaitedFor() {
        for (int i = 0; i < 2_000; i++) {
            both(RowKey.utf8(String.format("row%04d", i)), "body");
        }
        index.remove(RowKey.utf8("row0001"));
        AtomicInteger failures = new AtomicInteger();
        table.onRow = key -> {
            if (key.equals(RowKey.utf8("row1000")) && failures.incrementAndGet() < 3) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "away");
            }
        };
        VerifyReport report = verify(QUICK);
        assertThat(failures.get()).isEqualTo(3);
        assertThat(report.rows()).isEqualTo(2_000);
        assertThat(report.missing()).isEqualTo(1);
        assertThat(report.differences()).isEqualTo(1);
    }

    @Test
    void aFailureForGoodEndsEveryThread() {
        for (int i = 0; i < 2_000; i++) {
            both(RowKey.utf8(String.format("row%04d", i)), "body");
        }
        table.splits = List.of(ByteArray.utf8("row1000"));
        table.onRow = key -> {
            throw new HBaseSearchException(ErrorCode.ACCESS_DENIED, "no");
        };
        assertThatThrownBy(() -> verify(QUICK.withThreads(3))).hasMessage("no");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("hbase-search-verify"));
    }

    @Test
    void itKeepsToItsRate() {
        for (int i = 0; i < 300; i++) {
            both(RowKey.utf8(String.format("row%04d", i)), "body");
        }
        VerifyReport report = verify(QUICK.withThreads(2).withRowsPerSecond(200));
        assertThat(report.rows()).isEqualTo(300);
        assertThat(report.duration()).isBetween(Duration.ofMillis(900), Duration.ofSeconds(20));
    }

    @Test
    void anInterruptedRunGoesOnWhereItSays() throws Exception {
        for (int i = 0; i < 20_000; i++) {
            both(RowKey.utf8(String.format("row%05d", i)), "body");
        }
        index.remove(RowKey.utf8("row00010"));
        index.remove(RowKey.utf8("row19990"));
        Thread runner = Thread.currentThread();
        CountDownLatch known = new CountDownLatch(1);
        AtomicInteger seen = new AtomicInteger();
        table.onRow = key -> {
            if (seen.incrementAndGet() == 10_000) {
                await(known);
                runner.interrupt();
            }
        };
        VerifyListener listener = new VerifyListener() {
            @Override
            public void difference(Difference difference, boolean confirmed) {
                known.countDown();
            }
        };
        VerifyReport first = verify(QUICK.withThreads(2).withRowsPerSecond(20_000), KeyRange.all(), listener);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(first.complete()).isFalse();
        ByteArray from = first.unfinished().orElseThrow();
        assertThat(from).isGreaterThan(ByteArray.utf8("row00011"));
        VerifyReport rest = verify(QUICK, new KeyRange(from, ByteArray.empty()), VerifyListener.none());
        assertThat(rest.complete()).isTrue();
        assertThat(first.missing() + rest.missing()).isEqualTo(2);
        assertThat(first.rows() + rest.rows()).isGreaterThanOrEqualTo(20_000);
    }

    @Test
    void anInterruptedRunIsNotClean() {
        // More than is compared before even a busy machine heeds the interrupt.
        for (int i = 0; i < 6_000; i++) {
            both(RowKey.utf8("a" + i), "body");
        }
        Thread.currentThread().interrupt();
        VerifyReport report = verify(QUICK.withRowsPerSecond(100));
        assertThat(report.complete()).isFalse();
        assertThat(report.isClean()).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
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
        assertThat(report.rows()).isBetween(15_000L, 80_000L);
        assertThat(report.rows() + report.skipped()).isBetween(180_000L, 200_000L);
        assertThat(read.get()).isLessThan(100_000);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static VerifyOptions options(int settleMillis, int looks) {
        return VerifyOptions.standard().withSettle(Duration.ofMillis(settleMillis), looks);
    }

    private VerifyReport verify(VerifyOptions options) {
        return verify(options, KeyRange.all(), VerifyListener.none());
    }

    private VerifyReport verify(VerifyOptions options, KeyRange range, VerifyListener listener) {
        return new Verify(DEFINITION, table, index, Duration.ofSeconds(1), options).run(range, listener);
    }

    private static Set<RowKey> keys(VerifyReport report, Difference.Kind kind) {
        Set<RowKey> keys = new HashSet<>();
        report.samples().stream()
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
