/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.harness.Server;
import io.hbasesearch.benchmarks.harness.Size;
import java.util.List;

/** All scenarios, in the order in which {@code all} runs them, at the sizes of the reports that are published. Stateless. */
public final class Scenarios {
    private static final Size QUICK = new Size(10_000, 1);

    public static final List<Scenario> ALL = List.of(
            new Scenario(
                            "reindex-elasticsearch",
                            "How near reindex into Elasticsearch comes to a scan or a bulk load that does nothing else, whichever is slower.",
                            new Size(150_000, 2),
                            new Size(5_000, 0),
                            Reindex::intoElasticsearch)
                    .separating(Server.ELASTICSEARCH),
            new Scenario(
                            "reindex-lucene",
                            "How near reindex into an embedded index comes to a plain loop over an IndexWriter.",
                            new Size(200_000, 2),
                            new Size(10_000, 0),
                            Reindex::intoLucene)
                    .separating(Server.HBASE, Server.KAFKA, Server.ELASTICSEARCH),
            new Scenario(
                            "index-elasticsearch",
                            "How near an indexer that reads every row again comes to a bulk load of the same documents at the same versions.",
                            new Size(150_000, 2),
                            new Size(5_000, 1),
                            Indexing::intoElasticsearch)
                    .separating(Server.ELASTICSEARCH),
            new Scenario(
                            "index-lucene",
                            "How near an indexer that reads every row again comes to a plain loop of IndexWriter.updateDocument.",
                            new Size(200_000, 2),
                            QUICK,
                            Indexing::intoLucene)
                    .separating(Server.HBASE, Server.KAFKA, Server.ELASTICSEARCH),
            new Scenario(
                            "peer-elasticsearch",
                            "How fast an indexer that reads every row again is beside Spark and Elastic's connector, which get the same documents whole.",
                            new Size(150_000, 2),
                            new Size(5_000, 1),
                            PeerIndexing::measure)
                    .separating(Server.ELASTICSEARCH),
            new Scenario(
                            "poison",
                            "How much slower an indexer is when one row of 100 cannot be mapped.",
                            new Size(150_000, 2),
                            QUICK,
                            Indexing::ofPoison)
                    .separating(Server.ELASTICSEARCH),
            new Scenario(
                            "put-overhead",
                            "What the endpoint costs those who put rows into HBase.",
                            new Size(100_000, 2, 20),
                            new Size(10_000, 0, 3),
                            PutOverhead::measure)
                    .separating(Server.HBASE),
            new Scenario(
                    "endpoint",
                    "How near the endpoint comes to a producer that has the same records in memory.",
                    // RegionServers compile the endpoint's code for four of them.
                    new Size(400_000, 5),
                    QUICK,
                    EndpointRate::measure),
            new Scenario(
                    "put-to-searchable-elasticsearch",
                    "How long after its put a row is in Elasticsearch, stage by stage, at half of what the path can take.",
                    new Size(150_000, 4, 30),
                    new Size(10_000, 1, 5),
                    PutToSearchable::overElasticsearch),
            new Scenario(
                    "put-to-searchable-lucene",
                    "How long after its put a row is found in an embedded index, stage by stage, at half of what the path can take.",
                    new Size(150_000, 4, 30),
                    new Size(10_000, 1, 5),
                    PutToSearchable::overLucene),
            new Scenario(
                            "search-elasticsearch",
                            "What a search of 20 hits costs with its rows, against Elasticsearch's own search plus a batch of gets.",
                            new Size(100_000, 2, 12),
                            new Size(10_000, 0, 3),
                            Searching::overElasticsearch)
                    .separating(Server.HBASE, Server.ELASTICSEARCH),
            new Scenario(
                            "search-lucene",
                            "What a search of 20 hits costs with its rows, against Lucene's own search of the same index plus a batch of gets.",
                            new Size(100_000, 2, 12),
                            new Size(10_000, 0, 3),
                            Searching::overLucene)
                    .separating(Server.HBASE),
            new Scenario(
                            "catch-up",
                            "How fast an indexer catches up after Elasticsearch was away, against a bulk load.",
                            new Size(150_000, 1),
                            new Size(30_000, 0),
                            CatchUp::measure)
                    .separating(Server.ELASTICSEARCH),
            new Scenario(
                    "hot-row",
                    "How many writes to the index one row takes that is updated all the time, against as many updates of as many rows.",
                    new Size(100_000, 3),
                    QUICK,
                    HotRow::measure),
            new Scenario(
                    "scale-reindex",
                    "Whether a row costs as much where there are ten times as many, and what it takes on disk.",
                    new Size(1_000_000, 1),
                    new Size(10_000, 0),
                    Scale::measure),
            new Scenario(
                            "memory-reindex",
                            "Whether reindex ends within 512 MB of heap, and how much of it it needs.",
                            new Size(1_000_000, 0),
                            new Size(10_000, 0),
                            Memory::ofReindex)
                    .thatComparesNothing(),
            new Scenario(
                    "memory-endpoint",
                    "How much more heap a RegionServer holds with the endpoint at work.",
                    new Size(100_000, 1, 20),
                    new Size(10_000, 0, 4),
                    Memory::ofEndpoint));

    private Scenarios() {}
}
