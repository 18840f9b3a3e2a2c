/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is looked at again, and what counts in the end. */
@Timeout(60)
class VerifyLooksTest extends VerifyRig {
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
        assertThat(report.rechecked().settled()).isEqualTo(300);
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
        assertThat(report.rechecked().busy()).isEqualTo(1);
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
        assertThat(report.differing().stale()).isEqualTo(1);
        assertThat(writes.get()).isEqualTo(3);
    }

    @Test
    void whatGoesBeyondTheBoundIsCountedUnconfirmed() {
        for (int i = 0; i < 300; i++) {
            table.rows.put(RowKey.utf8("row" + i), ByteArray.utf8("body"));
        }
        VerifyReport report = verify(options(500, 1).withRechecks(100).withSamples(10));
        assertThat(report.differing().missing()).isEqualTo(300);
        assertThat(report.differing().unconfirmed()).isEqualTo(200);
        assertThat(report.differing().samples()).hasSize(10);
    }

    @Test
    void aRowWhoseDocumentTheIndexRefusedIsNoDifferenceUntilItChanges() {
        RowKey row = RowKey.utf8("a");
        table.rows.put(row, ByteArray.utf8("too long"));
        index.refuse(row, "too long");
        VerifyReport refused = verify(QUICK);
        assertThat(refused.isClean()).isTrue();
        assertThat(refused.compared().failed()).isEqualTo(1);

        table.rows.put(row, ByteArray.utf8("short"));
        VerifyReport changed = verify(QUICK);
        assertThat(changed.differing().stale()).isEqualTo(1);
        assertThat(changed.compared().failed()).isZero();
    }
}
