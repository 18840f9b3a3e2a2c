/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.administration.Configuration;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.indexer.Indexer;
import io.hbasesearch.indexer.worker.IndexStatus;
import io.hbasesearch.system.Site;
import java.util.Map;

/** An indexer of one index in this process, to be asked how it is. */
record RunningIndexer(
        Configuration configuration,
        HBaseConnections hbase,
        IndexBackend backend,
        Replacements metrics,
        Indexer indexer)
        implements AutoCloseable {
    static RunningIndexer start(Site site) {
        Configuration configuration = Configuration.read(site.config(), Map.of());
        HBaseConnections hbase = new HBaseConnections(configuration.service().hbase());
        IndexBackend backend = Backends.open(configuration.service().index(), Metrics.none());
        Replacements metrics = new Replacements();
        Indexer indexer = new Indexer(
                configuration.service(), backend, new HBaseRowReader(hbase), configuration.definitions(), metrics);
        indexer.start();
        return new RunningIndexer(configuration, hbase, backend, metrics, indexer);
    }

    IndexStatus status() {
        return indexer.statuses().get(0);
    }

    CheckResult check() {
        return indexer.check();
    }

    @Override
    public void close() {
        indexer.close();
        backend.close();
        hbase.close();
    }
}
