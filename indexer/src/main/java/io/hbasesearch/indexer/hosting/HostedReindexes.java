/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.hosting;

import io.hbasesearch.indexer.reindex.run.ReindexLog;
import io.hbasesearch.indexer.reindex.run.ReindexRun;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;

/** The reindexes that the owner of an embedded index runs for others: see {@link ReindexService}. For one thread, which closes it. */
interface HostedReindexes extends AutoCloseable {
    ReindexLog log();

    ReindexRun runs();

    RunState run(Task task, String request, ReindexRun.ProgressListener progress) throws InterruptedException;

    boolean cancelUnowned();

    @Override
    void close();
}
