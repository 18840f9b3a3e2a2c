/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reindexes as a MapReduce job. The driver records the run in the same log as {@code hbase-search reindex}, so that two of them
 * cannot conflict, and {@code reindex status}, {@code pause} and {@code cancel} work for both. Each map task reindexes a range of keys
 * with the code that {@code hbase-search reindex} uses for a region.
 *
 * <h2>Why it is correct</h2>
 *
 * <p>A write at version V must come only from a read that began after every event of that partition with a version up to V had been
 * appended.
 *
 * <ul>
 *   <li><b>Live table.</b> A task processes its range in pieces. For each piece it appends a marker to every partition, waits for the
 *       acknowledgements, and only then opens a scanner, which it uses for no other piece. So it does not matter what the driver did
 *       before, how long the task was queued, and how often it was retried. An attempt that is repeated, or that runs beside another
 *       one of the same task, reads after its own markers and writes at their versions. If two attempts wrote the same row, the one
 *       with the later markers wins, and it read later. For the same reason a zombie attempt, which continues after it was given up,
 *       does no harm.
 *   <li><b>Snapshot.</b> The driver appends the markers, waits for their acknowledgements, and only then has HBase take the snapshot, for
 *       which every region flushes its memory: the snapshot contains everything that a get could see when it began. So rows read from
 *       it may be written at these markers' versions, by any number of attempts, which all read the same rows. A snapshot that existed
 *       before is older than any marker that could still be appended: it cannot be used to refresh an index that follows its table, and
 *       is refused.
 *   <li><b>Age.</b> Writers drop rows that were read more than a quarter of {@code indexer.stubRetention} ago, as a stub that should win
 *       over the write may be purged. A piece of the live table is read again. A snapshot cannot be: the age of its reads counts from the
 *       markers. So the job fails when that time is over, before it could write anything, and says what to do. Tasks measure the time
 *       by their own clocks, the markers' time comes from the driver's: stubs live four times as long, and clocks may differ by the
 *       rest.
 *   <li><b>Both directions.</b> Once the index's indexers are past a piece's markers, the task looks for documents of the piece with an
 *       earlier version. Their rows were not in the scan, and get touch events: the indexers read them again, from the present table.
 * </ul>
 *
 * <h2>What is repeated</h2>
 *
 * <p>A task reports that its range is done when the index has acknowledged all of it; the driver records that in the log. After the
 * driver was killed or stopped, the same command starts with the remaining ranges. On a cluster, a job whose driver was killed continues
 * until the next driver of the index takes over the reports of its tasks.
 *
 * <h2>Which markers are known</h2>
 *
 * <p>Rows stay at the versions of the markers that an attempt appended, whatever becomes of the attempt. If the topic then loses its end
 * with some of them, later edits have versions that these rows reject. So a run checks all of its markers before it ends, and so does a
 * process that continues it. An attempt reports its markers before it writes at them, and cannot write if it cannot report. The driver ends
 * a job by renaming the directory of its reports, after which no task can add one, and records everything in it in the log before it
 * removes the directory. Reports that a driver could not record stay there for the next one.
 */
@NullMarked
package io.hbasesearch.mapreduce;

import org.jspecify.annotations.NullMarked;
