/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.RowKeyFormat;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.time.Duration;
import java.util.List;

/** A table, its index and a quick comparison of both, all in memory. */
class VerifyRig {
    static final IndexDefinition DEFINITION = new IndexDefinition(
            "test",
            TableId.parse("t"),
            RowKeyFormat.BINARY,
            List.of(FieldMapping.of("body", SortedTable.BODY, FieldType.TEXT)),
            "hash");
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
        return new Verify(DEFINITION, table, index, Duration.ofSeconds(1), options).run(range, listener);
    }
}
