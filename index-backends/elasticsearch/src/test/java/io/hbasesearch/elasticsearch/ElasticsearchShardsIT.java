/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.testing.Fixtures;
import io.hbasesearch.testing.HeardResults;
import io.hbasesearch.testing.OnlyWithFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** An index of two shards of which one is nowhere: on a server of its own, as the setting that keeps it away is the cluster's. */
class ElasticsearchShardsIT {
    private static final Duration READ_AGE = Duration.ofHours(6);
    private static final int BATCHES = 20;
    private static final int ROWS = 40;
    // For the server's wait for the shard, and for as much of the machine as others may take. The whole time-out is
    // much longer.
    private static final Duration SOON = Duration.ofSeconds(20);

    private final CountingMetrics metrics = new CountingMetrics();
    private final IndexDefinition definition = Fixtures.messages(Fixtures.uniqueName("shards"));

    @Test
    @OnlyWithFaults
    void rowsOfAMissingShardBlockNoOthersAndAreWrittenOnItsReturn() throws Exception {
        try (ElasticsearchServer server = SmallServer.start();
                ElasticsearchBackend backend = new ElasticsearchBackend(
                        SmallServer.config(server.uri(), 2, 4, 64 << 10, SmallServer.PATIENCE), metrics)) {
            Rest rest = new Rest(server.uri());
            allow(rest, rest.get("/_cat/shards?format=json").size() + 1);
            IndexMetadata metadata = backend.admin().create(definition, Fixtures.source(definition));
            assertThat(unassigned(rest)).isEqualTo(1);
            List<HeardResults> batches = new ArrayList<>();
            try (DocumentWriter writer = backend.openWriter(definition, metadata, READ_AGE)) {
                for (int batch = 0; batch < BATCHES; batch++) {
                    HeardResults heard = new HeardResults(ROWS);
                    batches.add(heard);
                    writer.write(rows(batch * ROWS), heard);
                    Awaitility.await().atMost(SOON).until(() -> heard.results().size() > ROWS / 5);
                    assertThat(heard.results()).hasSizeLessThan(ROWS);
                }
                assertThat(metrics.gauge("hbase_search_elasticsearch_request_limit"))
                        .as("waiting for a shard is no load")
                        .isGreaterThanOrEqualTo(2);
                assertThat(writer.check().message()).contains("primary shard is not active");
                allow(rest, null);
                batches.forEach(HeardResults::awaitAll);
            }
            assertThat(batches)
                    .flatExtracting(heard -> heard.results().values())
                    .hasSize(BATCHES * ROWS)
                    .containsOnly(new WriteResult.Applied());
            SmallServer.assertHolds(backend, definition, BATCHES * ROWS);
        }
    }

    private static void allow(Rest rest, Integer shardsOfNode) {
        rest.call(
                "PUT",
                "/_cluster/settings",
                "{\"persistent\":{\"cluster.routing.allocation.total_shards_per_node\":" + shardsOfNode + "}}");
    }

    private static int unassigned(Rest rest) {
        return rest.get("/_cluster/health").path("unassigned_shards").intValue();
    }

    private static List<IndexOperation> rows(int first) {
        return IntStream.range(first, first + ROWS)
                .<IndexOperation>mapToObj(row -> Fixtures.upsert("row" + row, row, "cat"))
                .toList();
    }
}
