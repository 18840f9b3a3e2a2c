/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.IndexedDocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RepairTest extends VerifyRig {
    private final Map<RowKey, AtomicInteger> touches = new ConcurrentHashMap<>();
    private final AtomicLong offset = new AtomicLong();
    private final List<String> unrepaired = new ArrayList<>();

    /** What an indexer does with a touch. */
    private volatile Consumer<RowKey> indexer = this::index;

    @Test
    void everythingThatDiffersIsTouchedAndEqualAfterwards() {
        for (int i = 0; i < 3_000; i++) {
            RowKey row = RowKey.utf8(String.format("row%04d", i));
            both(row, "body " + i);
        }
        index.remove(RowKey.utf8("row0001"));
        index.put(RowKey.utf8("row0002"), "other");
        index.put(RowKey.utf8("row9999"), "extra");
        index.spoil(RowKey.utf8("row0003"));
        table.rows.put(RowKey.utf8("row0004"), NOT_UTF8);

        VerifyReport report = repair(QUICK);
        assertThat(report.differences()).isEqualTo(5);
        assertThat(report.repairs().repaired()).isEqualTo(5);
        assertThat(report.outstanding()).isZero();
        assertThat(report.compared().failed()).isEqualTo(1);
        assertThat(touches).hasSize(5);
        assertThat(repair(QUICK).differences()).isZero();
    }

    @Test
    void moreDifferencesThanAreHeldAreRepairedAllTheSame() {
        for (int i = 0; i < 20_000; i++) {
            table.rows.put(RowKey.utf8(String.format("row%05d", i)), ByteArray.utf8("body"));
        }
        VerifyReport report = repair(QUICK.withRechecks(100));
        assertThat(report.differing().missing()).isEqualTo(20_000);
        assertThat(report.differing().unconfirmed()).isPositive();
        assertThat(report.repairs().repaired()).isEqualTo(20_000);
    }

    @Test
    void withoutAnIndexerNothingIsRepairedAndThatIsSaid() {
        table.rows.put(RowKey.utf8("a"), ByteArray.utf8("body"));
        indexer = row -> {};
        VerifyReport report = repair(QUICK);
        assertThat(report.complete()).isTrue();
        assertThat(report.repairs().unrepaired()).isEqualTo(1);
        assertThat(report.outstanding()).isEqualTo(1);
        assertThat(unrepaired).containsExactly("a: its touch was not processed in time");
    }

    @Test
    void whatIsInNoRowsPlaceIsLeftToAPerson() {
        index.putForeign("not an id");
        VerifyReport report = repair(QUICK);
        assertThat(report.repairs().unrepaired()).isEqualTo(1);
        assertThat(touches).isEmpty();
        assertThat(unrepaired).singleElement().asString().contains("not an id").contains("by hand");
    }

    @Test
    void aRowWhoseDocumentTheIndexRefusesHasFailedAndIsNoDifference() {
        RowKey row = RowKey.utf8("a");
        table.rows.put(row, ByteArray.utf8("body"));
        indexer = touched -> index.refuse(touched, "body");
        VerifyReport report = repair(QUICK);
        assertThat(report.outstanding()).isZero();
        assertThat(report.compared().failed()).isEqualTo(1);
        touches.clear();
        VerifyReport again = repair(QUICK);
        assertThat(again.differences()).isZero();
        assertThat(again.compared().failed()).isEqualTo(1);
        assertThat(touches).isEmpty();
    }

    @Test
    void aBrokerThatIsAwayForAMomentIsWaitedFor() {
        table.rows.put(RowKey.utf8("a"), ByteArray.utf8("body"));
        AtomicInteger failures = new AtomicInteger();
        indexer = row -> {
            if (failures.incrementAndGet() < 3) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "away");
            }
            index(row);
        };
        assertThat(repair(QUICK).repairs().repaired()).isEqualTo(1);
    }

    private VerifyReport repair(VerifyOptions options) {
        return comparison(options)
                .repairing(this::touch, Duration.ofSeconds(2))
                .run(KeyRange.all(), new VerifyListener() {
                    @Override
                    public void unrepaired(Difference difference, String reason) {
                        unrepaired.add(difference.name() + ": " + reason);
                    }
                });
    }

    private Map<RowKey, RowVersion> touch(Collection<RowKey> rows) {
        Map<RowKey, RowVersion> versions = new HashMap<>();
        rows.forEach(row -> {
            touches.computeIfAbsent(row, none -> new AtomicInteger()).incrementAndGet();
            indexer.accept(row);
            versions.put(row, new RowVersion(offset.incrementAndGet()));
        });
        return versions;
    }

    private void index(RowKey row) {
        ByteArray body = table.rows.get(row);
        if (body == null) {
            index.put(row, IndexedDocument.State.DELETED, Document.empty());
        } else if (body.equals(NOT_UTF8)) {
            index.put(row, IndexedDocument.State.FAILED, Document.empty());
        } else {
            index.put(row, body.utf8());
        }
    }
}
