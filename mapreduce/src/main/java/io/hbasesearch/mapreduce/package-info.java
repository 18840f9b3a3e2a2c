/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reindex as a MapReduce job. The driver keeps the run in the same log as {@code hbase-search reindex} does, so that two of them
 * cannot fight, and {@code reindex status}, {@code pause} and {@code cancel} work on both; each map task reindexes a range of keys with
 * the code that {@code hbase-search reindex} has for a region.
 *
 * <h2>Why it is right</h2>
 *
 * <p>A write at version V must come only from a read that began after every event of that partition with a version up to V had been
 * appended.
 *
 * <ul>
 *   <li><b>Live table.</b> A task works through its range in pieces. For each it appends a marker to every partition, waits for the
 *       acknowledgements, and only then opens a scanner, which it uses for no other piece. So what the driver did when, how long the task
 *       waited for its turn, and how often it was tried before is of no account: an attempt that is repeated, or that runs beside another
 *       one of the same task, reads after its own markers and writes at their versions; of two attempts that wrote the same row,
 *       the one whose markers came later wins, and it read later. One that was given up and goes on as a zombie does no harm
 *       for the same reason.
 *   <li><b>Snapshot.</b> The driver appends the markers, has their acknowledgements, and only then lets HBase take the snapshot, for which
 *       every region writes out what is in its memory: all that a get could see when the snapshot began is in it. So what is read from it
 *       may be written at these markers' versions, by any number of attempts, which all read the same. A snapshot that was there
 *       before is older than any marker that could still be appended: it cannot be used to refresh an index that follows its table, and
 *       is refused.
 *   <li><b>Age.</b> Writers drop what was read more than a quarter of {@code indexer.stubRetention} ago, as a stub that the write should
 *       have lost to may be purged. A piece of the live table is read anew. A snapshot cannot be: its reads count from the markers, so the job
 *       ends in failure when that time is over, before it could write anything, and says what to do. Tasks tell that time by their
 *       own clocks, the markers by the driver's: stubs live four times as long, and clocks may differ by the rest.
 *   <li><b>Both ways.</b> Once the index's indexers are past a piece's markers, the task looks for documents of the piece with
 *       an earlier version. Their rows were not in the scan, and get touch events: the indexers read them again, from the table as it is.
 * </ul>
 *
 * <h2>What is repeated</h2>
 *
 * <p>A task says that its range is done when the index has acknowledged all of it; the driver writes that into the log. The same
 * command, after the driver was killed or stopped, begins with what is left. A job whose driver was killed goes on by itself on a
 * cluster until the next driver of the index takes over what its tasks report.
 *
 * <h2>Whose markers are known</h2>
 *
 * <p>Rows stay at the versions of markers that an attempt appended, whatever becomes of it. If the topic then loses its end with some of
 * them, later edits have versions that these rows refuse; so a run asks for all of them before it ends, and so does whoever goes on
 * with it. An attempt reports its markers before it writes at them, and cannot write where it cannot report. The driver ends a job by
 * renaming the directory of its reports, after which no task can add one, and notes all that is in it in the log before it removes it.
 * What a driver could not note stays there for the next one.
 */
@NullMarked
package io.hbasesearch.mapreduce;

import org.jspecify.annotations.NullMarked;
