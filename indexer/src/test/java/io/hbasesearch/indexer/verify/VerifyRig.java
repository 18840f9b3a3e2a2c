/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.time.Duration;

/** A table, its index and a quick comparison of both, all in memory. */
abstract class VerifyRig {
    static final ByteArray NOT_UTF8 = ByteArray.wrap(new byte[] {(byte) 0xff});
    static final VerifyOptions QUICK = options(10, 2).withRechecks(1_000);

    final SortedTable table = new SortedTable();
    final SortedIndex index = new SortedIndex();

    final void both(RowKey row, String body) {
        table.rows.put(row, ByteArray.utf8(body));
        index.put(row, body);
    }

    static VerifyOptions options(int settleMillis, int looks) {
        return VerifyOptions.standard().withSettle(Duration.ofMillis(settleMillis), looks);
    }

    final VerifyReport verify(VerifyOptions options) {
        return verify(options, KeyRange.all(), VerifyListener.none());
    }

    final VerifyReport verify(VerifyOptions options, KeyRange range, VerifyListener listener) {
        return comparison(options).run(range, listener);
    }

    final Verify comparison(VerifyOptions options) {
        return new Verify(SortedTable.DEFINITION, table, index, Duration.ofSeconds(1), options);
    }
}
