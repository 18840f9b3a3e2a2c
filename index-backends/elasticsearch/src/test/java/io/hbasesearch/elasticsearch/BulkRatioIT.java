/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.elasticsearch.client.SourceJson;
import io.hbasesearch.testing.Fixtures;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Compares the speed of the writer with that of plain {@code _bulk} requests that were built beforehand, with the same documents and the
 * same server, by turns. A measurement, run with {@code -Dhbasesearch.measure=true}; it prints what it finds.
 */
@ExtendWith(SharedServer.class)
@EnabledIfSystemProperty(named = "hbasesearch.measure", matches = "true")
class BulkRatioIT {
    private static final int DOCUMENTS = 40_000;
    private static final int ROUNDS = 9;
    private static final int BARE_THREADS = 2;
    private static final int BARE_REQUEST = 1_000;
    private static final int BATCH = 100;
    private static final Duration READ_AGE = Duration.ofHours(6);

    private final List<IndexOperation> operations = operations();

    @Test
    void theWriterBesideBareRequests() throws Exception {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            double bare = round % 2 == 0 ? bare() : 0;
            double ours = ours();
            bare = round % 2 == 0 ? bare : bare();
            System.out.printf(
                    "round %d: bare %.0f, writer %.0f documents/s, ratio %.3f%n", round, bare, ours, ours / bare);
            // The first round warms up.
            if (round > 0) {
                ratios.add(ours / bare);
            }
        }
        ratios.sort(null);
        System.out.printf("ratio: median %.3f, of %s%n", ratios.get(ratios.size() / 2), ratios);
        assertThat(ratios.get(ratios.size() / 2)).isGreaterThan(0.5);
    }

    private double bare() throws Exception {
        try (ElasticsearchBackend backend = backend()) {
            IndexMetadata index = create(backend);
            ConcurrentLinkedQueue<byte[]> bodies = new ConcurrentLinkedQueue<>();
            for (int from = 0; from < DOCUMENTS; from += BARE_REQUEST) {
                ByteArrayOutputStream body = new ByteArrayOutputStream();
                operations
                        .subList(from, from + BARE_REQUEST)
                        .forEach(operation -> body.writeBytes(SourceJson.bulkLines(operation)));
                bodies.add(body.toByteArray());
            }
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            URI uri = SharedServer.uri().resolve("/" + index.physicalName() + "/_bulk?filter_path=errors");
            double rate = measure(BARE_THREADS, () -> {
                for (byte[] body = bodies.poll(); body != null; body = bodies.poll()) {
                    HttpRequest request = HttpRequest.newBuilder(uri)
                            .header("Content-Type", "application/x-ndjson")
                            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                            .build();
                    assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                                    .body())
                            .isEqualTo("{\"errors\":false}");
                }
                return null;
            });
            backend.admin().delete(index.index());
            return rate;
        }
    }

    private double ours() throws Exception {
        try (ElasticsearchBackend backend = backend()) {
            IndexMetadata index = create(backend);
            ConcurrentLinkedQueue<List<IndexOperation>> batches = new ConcurrentLinkedQueue<>();
            for (int from = 0; from < DOCUMENTS; from += BATCH) {
                batches.add(operations.subList(from, from + BATCH));
            }
            double rate;
            try (DocumentWriter writer = backend.openWriter(Fixtures.messages(index.index()), index, READ_AGE)) {
                rate = measure(BARE_THREADS, () -> {
                    List<CompletableFuture<List<WriteResult>>> answers = new ArrayList<>();
                    for (List<IndexOperation> batch = batches.poll(); batch != null; batch = batches.poll()) {
                        answers.add(writer.write(batch));
                    }
                    for (CompletableFuture<List<WriteResult>> answer : answers) {
                        assertThat(answer.get(1, TimeUnit.MINUTES)).containsOnly(new WriteResult.Applied());
                    }
                    return null;
                });
            }
            backend.admin().delete(index.index());
            return rate;
        }
    }

    private static double measure(int threads, Callable<Void> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            long start = System.nanoTime();
            List<Future<Void>> done = pool.invokeAll(
                    IntStream.range(0, threads).mapToObj(n -> work).toList());
            for (Future<Void> each : done) {
                each.get();
            }
            return DOCUMENTS * 1e9 / (System.nanoTime() - start);
        } finally {
            pool.shutdownNow();
        }
    }

    private static IndexMetadata create(ElasticsearchBackend backend) {
        IndexDefinition definition = Fixtures.messages(Fixtures.uniqueName("ratio"));
        return backend.admin().create(definition, Fixtures.source(definition));
    }

    /** As configured by default, but for the replica that one node cannot have. */
    private static ElasticsearchBackend backend() {
        ElasticsearchConfig config = new ElasticsearchConfig(
                List.of(SharedServer.uri()),
                ElasticsearchConfig.Credentials.NONE,
                Optional.empty(),
                new ElasticsearchConfig.NewIndex(1, 0, Duration.ofSeconds(1)),
                new ElasticsearchConfig.BulkLimits(
                        Integer.getInteger("hbasesearch.measure.requests", 2),
                        5 << 20,
                        1_000,
                        32 << 20,
                        ElasticsearchConfig.DEFAULT_MAX_DOCUMENT_BYTES),
                Duration.ofSeconds(30));
        return new ElasticsearchBackend(config, Metrics.none());
    }

    private static List<IndexOperation> operations() {
        Random random = new Random(7);
        List<IndexOperation> operations = new ArrayList<>(DOCUMENTS);
        for (int i = 0; i < DOCUMENTS; i++) {
            StringBuilder body = new StringBuilder();
            for (int word = 0; word < 60; word++) {
                body.append(Integer.toString(random.nextInt(20_000), 36)).append(' ');
            }
            Map<String, Object> fields = Map.of("body", body.toString(), "sender", "s" + i % 97, "size", (long) i);
            operations.add(Fixtures.upsert("row" + i, i, new Document(fields)));
        }
        return operations;
    }
}
