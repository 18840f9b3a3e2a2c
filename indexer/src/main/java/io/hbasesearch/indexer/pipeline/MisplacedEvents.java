/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import java.util.BitSet;

/**
 * Tells stray events in a wrong partition from a producer that places all of them in another way. A stray one costs a dead letter and a
 * touch. Beyond {@link #MOST} of the last {@link #WINDOW} edits somebody counts partitions in another way than the index, so that
 * one row may have events in two partitions by the rules of two producers: its versions cannot be relied on, and the index stops.
 *
 * <p>Touches do not count as sound: each misplaced event causes one. For the polling thread.
 */
final class MisplacedEvents {
    /** Edits that are looked at together. */
    static final int WINDOW = 1_000;

    /** With two partitions already a half of all edits is misplaced when their count is another. */
    static final int MOST = 250;

    private final String index;
    private final TableId table;
    private final int partitions;
    private final BitSet last = new BitSet(WINDOW);
    private int next;
    private int misplaced;

    MisplacedEvents(String index, TableId table, int partitions) {
        this.index = index;
        this.table = table;
        this.partitions = partitions;
    }

    /** An event in its row's partition. */
    void sound(boolean isEdit) {
        if (isEdit) {
            note(false);
        }
    }

    /** @throws HBaseSearchException INDEX_INCOMPATIBLE if these are too many */
    void found(SourceEvent event) {
        note(true);
        if (misplaced > MOST) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "more than " + MOST + " of the last " + WINDOW + " edits of table " + table
                            + " lie in a wrong partition of its topic, the newest in partition " + event.partition()
                            + " at offset " + event.offset() + ": who sent them counts other than " + partitions
                            + " partitions, or places rows in another way",
                    "Correct the peer's route: hbase-search peer add --table " + table
                            + ". Then begin anew in a topic of its own: hbase-search index epoch " + index
                            + " --bump --recreate " + index + ", then hbase-search reindex " + index + ".",
                    null);
        }
    }

    private void note(boolean isMisplaced) {
        misplaced += (isMisplaced ? 1 : 0) - (last.get(next) ? 1 : 0);
        last.set(next, isMisplaced);
        next = (next + 1) % WINDOW;
    }
}
