/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import org.jspecify.annotations.Nullable;

/** What an operator is told to do when index and topic do not belong together any more. */
public final class Remedies {
    /** Stands in whatever tells to begin an index again from nothing. */
    public static final String ANEW = "anew";

    private Remedies() {}

    /** The commands that start over an index whose creation or definition is what is wrong. */
    public static String createAnew(String index) {
        return "Create the index anew: hbase-search index delete " + index + ", then hbase-search index create " + index
                + ", then hbase-search reindex " + index + ", which puts in the rows that exist already.";
    }

    /**
     * What heals an index that lacks what nobody will announce again.
     *
     * @param embedded whether one process owns it: it stopped with the index, so that nobody could build another one beside it
     */
    public static String buildAnew(String index, boolean embedded) {
        return embedded
                ? "Stop serve, and have the index made anew in a new epoch: hbase-search index epoch " + index
                        + " --bump. It says how the index is filled once serve runs again."
                : "Build the index anew, while searches go on with this one: hbase-search reindex " + index
                        + " --rebuild";
    }

    /** What heals an index whose kept generation has lost something: nobody needs it but for a way back. */
    public static String giveUpKept(String index) {
        return "Give this one up, which no search goes to; the live one stays: hbase-search reindex drop-old " + index;
    }

    /** As {@link #giveUpKept}, where a rollback to it is unfinished. */
    public static String endAndGiveUpKept(String index) {
        return "End this: hbase-search reindex cancel " + index + ". " + giveUpKept(index);
    }

    /** What heals an index of which a generation has lost something that was to become live. */
    public static String giveUpBuilding(String index) {
        return "Give this one up, which no search goes to; the live one stays: hbase-search reindex cancel " + index
                + ". Then begin again: hbase-search reindex " + index + " --rebuild";
    }

    /**
     * The index has rows at versions that the topic will give to other events: of these it would refuse what they announce. An index
     * that is built anew has none of them. A rebuild takes the place of an unfinished reindex, but goes on with an unfinished rebuild.
     *
     * @param what it has lost
     */
    public static HBaseSearchException endLost(String index, String what) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                "the topic of index " + index + " has lost its end, with " + what
                        + ", and perhaps with edits that nobody will hear of",
                "Build the index anew, while searches go on: hbase-search reindex " + index
                        + " --rebuild (if it is a rebuild that ends with this, cancel that first: hbase-search reindex cancel "
                        + index + ")",
                null);
    }

    /** The command that takes a table and its indexes to a topic of their own making. */
    static String nextEpoch(String index) {
        return "Begin a new epoch: hbase-search index epoch " + index
                + " --bump (of an embedded index: stop serve before, and start it after). It makes a new topic, and says how"
                + " each index of the table is healed.";
    }

    /** The topic is not what it was, for all indexes that read it. */
    static HBaseSearchException topicChanged(String index, String message) {
        return new HBaseSearchException(ErrorCode.INDEX_INCOMPATIBLE, message, nextEpoch(index), null);
    }

    /** The index, which is in a search server, lacks writes that it had acknowledged, and whose events nobody reads again. */
    public static HBaseSearchException putBack(IndexMetadata index) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                "index " + index.index() + " (" + index.physicalName()
                        + ") was put back to an older state, from a snapshot or a stale copy of a shard: its offsets in Kafka are"
                        + " ahead of it, and what was written in between is missing",
                buildAnew(index.index(), false),
                null);
    }

    /** The table has gone to its next epoch while somebody worked with the former topic. */
    static HBaseSearchException closed(IndexMetadata index, String what) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                what + ": it takes nothing any more, as its table has gone to another epoch",
                "Run it again: it goes on in the new topic. If not, see: hbase-search index epoch " + index.index(),
                null);
    }

    /** What takes an index past events that nobody can read, which are left out. */
    static String leaveOut(String index, boolean embedded) {
        return embedded
                ? "Stop serve, and leave the topic: hbase-search index epoch " + index + " --bump --recreate " + index
                        + ". Start serve again, and fill the index: hbase-search reindex " + index
                : buildAnew(index, false) + ". It begins behind these events";
    }

    static HBaseSearchException offsetsLost(String index, boolean embedded, String message, @Nullable Throwable cause) {
        return new HBaseSearchException(ErrorCode.OFFSETS_LOST, message, buildAnew(index, embedded), cause);
    }
}
