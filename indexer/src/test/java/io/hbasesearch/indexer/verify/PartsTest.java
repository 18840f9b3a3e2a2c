/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many more documents than rows: they are compared in parts, each of which is done with then. */
@Timeout(60)
class PartsTest extends VerifyRig {
    /** What differs counts at once. */
    private static final VerifyOptions NO_SECOND_LOOK = options(0, 0).withSamples(100_000);

    /** With keys around the length up to which ids are in their order, and some rows that the index lacks. */
    @Test
    void everyDifferenceIsFoundOnceWhereverAPartEnds() {
        Random random = new Random(5);
        Set<RowKey> extra = new HashSet<>();
        Set<RowKey> missing = new HashSet<>();
        for (int i = 0; i < 45_000; i++) {
            RowKey key = key(random);
            if (i % 1_000 == 0) {
                table.rows.put(key, ByteArray.utf8("body"));
                missing.add(key);
            } else {
                index.put(key, "body");
                extra.add(key);
            }
        }
        extra.removeAll(missing);
        missing.forEach(index::remove);

        VerifyReport report = verify(NO_SECOND_LOOK);

        assertThat(index.scans).as("in parts").hasValueGreaterThan(3);
        assertThat(report.differing().samples()).extracting(Difference::row).doesNotHaveDuplicates();
        assertThat(report.differing().extra()).isEqualTo(extra.size());
        assertThat(report.differing().missing()).isEqualTo(missing.size());
        assertThat(report.compared().rows()).isEqualTo(missing.size());
        assertThat(report.compared().documents()).isEqualTo(extra.size());
    }

    @Test
    void aFailureBetweenTwoRowsCostsNoMoreThanAPart() {
        for (int i = 0; i < 25_000; i++) {
            index.put(RowKey.utf8(String.format("row%05d", i)), "body");
        }
        AtomicInteger read = new AtomicInteger();
        index.onDocument = id -> {
            if (read.incrementAndGet() == 19_000) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "away");
            }
        };

        VerifyReport report = verify(NO_SECOND_LOOK);

        assertThat(report.differing().extra()).isEqualTo(25_000);
        assertThat(read).hasValueLessThan(25_000 + ChunkComparison.MOST_DOCUMENTS);
    }

    @Test
    void aListenerThatThrowsEndsEveryThread() {
        for (int i = 0; i < 25_000; i++) {
            table.rows.put(RowKey.utf8(String.format("row%05d", i)), ByteArray.utf8("body"));
        }
        VerifyListener listener = new VerifyListener() {
            @Override
            public void progress(VerifyReport soFar) {
                throw new IllegalStateException("no disk to write to");
            }
        };
        VerifyOptions slow = VerifyOptions.standard().withRowsPerSecond(1_000);

        assertThatThrownBy(() -> verify(slow, KeyRange.all(), listener)).hasMessage("no disk to write to");

        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("hbase-search-verify"));
    }

    /** Half of them short; of the others few beginnings, so that many keys share one. */
    private static RowKey key(Random random) {
        if (random.nextBoolean()) {
            byte[] key = new byte[4];
            random.nextBytes(key);
            return RowKey.wrap(key);
        }
        byte[] key = new byte[340 + random.nextInt(60)];
        for (int i = 338; i < key.length; i++) {
            key[i] = (byte) random.nextInt(4);
        }
        return RowKey.wrap(key);
    }
}
