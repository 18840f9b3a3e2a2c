/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.error;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The instructions for an operator when index and topic no longer belong together. */
public final class Remedies {
    private static final Pattern REPLACES_INDEX = Pattern.compile(
            "--rebuild|--recreate|\\bindex delete\\b|\\bdelete the index\\b|\\bdelete and recreate\\b|\\bindex anew\\b",
            Pattern.CASE_INSENSITIVE);

    private Remedies() {}

    /** Tells whether a hint, of this class or of a backend, replaces the index with all of its generations. */
    public static boolean replacesIndex(String hint) {
        return REPLACES_INDEX.matcher(hint).find();
    }

    /** Returns the commands that start over an index whose creation or definition is wrong. */
    public static String createAnew(String index) {
        return "Create the index anew: hbase-search index delete " + index + ", then hbase-search index create " + index
                + ", then hbase-search reindex " + index + ", which indexes the existing rows.";
    }

    /**
     * Returns the remedy for an index that lacks events which will not be announced again.
     *
     * @param embedded whether one process owns it: it stopped with the index, so that no other index could be built beside it
     */
    public static String buildAnew(String index, boolean embedded) {
        return embedded
                ? "Stop serve, and create the index anew in a new epoch: hbase-search index epoch " + index
                        + " --bump. The command says how to fill the index once serve is running again."
                : "Build the index anew while searches continue on this one: hbase-search reindex " + index
                        + " --rebuild";
    }

    /** Returns the remedy for a kept generation that has lost something: it is needed only for a rollback. */
    public static String giveUpKept(String index) {
        return "Drop this generation, which no search uses; the live one stays: hbase-search reindex drop-old " + index;
    }

    /** Returns the same as {@link #giveUpKept} for a generation with an unfinished rollback to it. */
    public static String endAndGiveUpKept(String index) {
        return "Cancel the rollback: hbase-search reindex cancel " + index + ". " + giveUpKept(index);
    }

    /** Returns the remedy for an unfinished generation that has lost something. */
    public static String giveUpBuilding(String index) {
        return "Cancel this generation, which no search uses; the live one stays: hbase-search reindex cancel " + index
                + ". Then start over: hbase-search reindex " + index + " --rebuild";
    }

    /**
     * Creates the failure of an index that has rows at versions which the topic will assign to other events: the index would reject
     * what these events announce. A new index has no such rows. A rebuild replaces an unfinished reindex, but continues an
     * unfinished rebuild.
     *
     * @param what it has lost
     */
    public static HBaseSearchException endLost(String index, String what) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                "the topic of index " + index + " has lost its end, with " + what
                        + ", and perhaps edits that will never be announced again",
                "Build the index anew while searches continue: hbase-search reindex " + index
                        + " --rebuild (if a rebuild fails with this message, cancel it first: hbase-search reindex cancel "
                        + index + ")",
                null);
    }

    /** Returns the command that moves a table and its indexes to a new topic. */
    public static String nextEpoch(String index) {
        return "Begin a new epoch: hbase-search index epoch " + index
                + " --bump (for an embedded index: stop serve before, and start it after). It creates a new topic, and says how"
                + " to repair each index of the table.";
    }

    /** Creates the failure of a topic that has changed, for all indexes that read it. */
    public static HBaseSearchException topicChanged(String index, String message) {
        return new HBaseSearchException(ErrorCode.INDEX_INCOMPATIBLE, message, nextEpoch(index), null);
    }

    /**
     * Creates the failure of an index in a search server that lacks writes which it had acknowledged, and whose events will not be
     * read again.
     */
    public static HBaseSearchException putBack(IndexMetadata index) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                "index " + index.index() + " (" + index.physicalName()
                        + ") was restored to an older state, from a snapshot or a stale copy of a shard: its offsets in Kafka are"
                        + " ahead of it, and the writes in between are missing",
                buildAnew(index.index(), false),
                null);
    }

    /** Creates the failure of a caller that used the former topic while the table moved to its next epoch. */
    public static HBaseSearchException closed(IndexMetadata index, String what) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                what + ": the topic accepts no more events, as its table has moved to another epoch",
                "Run it again: it continues in the new topic. If it does not, see: hbase-search index epoch "
                        + index.index(),
                null);
    }

    /** Returns the command that takes an index past unreadable events, which are skipped. */
    public static String leaveOut(String index, boolean embedded) {
        return embedded
                ? "Stop serve, and move to a new topic: hbase-search index epoch " + index + " --bump --recreate "
                        + index + ". Start serve again, and fill the index: hbase-search reindex " + index
                : buildAnew(index, false) + ". It begins after these events";
    }

    public static HBaseSearchException offsetsLost(
            String index, boolean embedded, String message, @Nullable Throwable cause) {
        return new HBaseSearchException(ErrorCode.OFFSETS_LOST, message, buildAnew(index, embedded), cause);
    }
}
