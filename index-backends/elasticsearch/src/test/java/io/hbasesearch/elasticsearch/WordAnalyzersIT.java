/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.spi.QueryMatcher;
import io.hbasesearch.lucene.search.LuceneQueryMatcher;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.testing.AnalyzerContract;
import io.hbasesearch.testing.BackendHarness;
import io.hbasesearch.testing.OnlyWithFaults;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** All named analyzers on a real Elasticsearch, with stand-ins for the plugins that it has them from. */
@OnlyWithFaults
class WordAnalyzersIT extends AnalyzerContract {
    private static ElasticsearchServer server;

    @BeforeAll
    static void startServer() {
        server = SharedServer.start(ElasticsearchServer.builder(SharedServer.temporaryDirectory())
                .distributions(AnalysisPlugins.words())
                .deleteDataOnClose());
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Override
    protected BackendHarness openHarness() {
        return new ElasticsearchHarness(server.uri());
    }

    @Override
    protected QueryMatcher matcher() {
        return new LuceneQueryMatcher();
    }

    @Override
    protected List<String> expected() {
        return all();
    }
}
