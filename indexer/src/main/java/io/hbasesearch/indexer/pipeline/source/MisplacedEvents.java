/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import java.util.BitSet;

/**
 * Distinguishes stray events in a wrong partition from a producer that partitions all rows differently. A stray event costs a dead
 * letter and a touch. If more than {@link #MOST} of the last {@link #WINDOW} edits are misplaced, a producer partitions rows
 * differently from the index, so that one row may have events in two partitions by the rules of two producers. Its versions are
 * then unreliable, and the index stops.
 *
 * <p>Touches do not count as correctly placed: each misplaced event causes one. For the polling thread.
 */
public final class MisplacedEvents {
    /** Number of edits that are examined together. */
    static final int WINDOW = 1_000;

    /** Even with two partitions, a half of all edits is misplaced if the producer uses another number. */
    public static final int MOST = 250;

    private final String index;
    private final TableId table;
    private final int partitions;
    private final BitSet last = new BitSet(WINDOW);
    private int next;
    private int misplaced;

    public MisplacedEvents(String index, TableId table, int partitions) {
        this.index = index;
        this.table = table;
        this.partitions = partitions;
    }

    /** Counts an event in its row's partition. */
    public void sound(boolean isEdit) {
        if (isEdit) {
            note(false);
        }
    }

    /** @throws HBaseSearchException INDEX_INCOMPATIBLE if there are too many */
    public void found(SourceEvent event) {
        note(true);
        if (misplaced > MOST) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "more than " + MOST + " of the last " + WINDOW + " edits of table " + table
                            + " are in the wrong partition of its topic, the newest in partition " + event.partition()
                            + " at offset " + event.offset() + ": their producer does not use " + partitions
                            + " partitions, or partitions rows differently",
                    "Correct the peer's route: hbase-search peer add --table " + table
                            + ". Then start anew in a new topic: hbase-search index epoch " + index
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
