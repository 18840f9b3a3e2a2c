/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Somebody else who writes to the same Elasticsearch more than it bears, so that it answers 429 by its own real limits: its
 * small nodes allow 12 MB of writes in progress, and 12 writes waiting for each. One use each.
 */
final class Rival {
    private static final String INDEX = "rival";
    private final ElasticsearchHttp http;
    private final AtomicInteger refusedRequests = new AtomicInteger();
    private final AtomicInteger refusedItems = new AtomicInteger();
    private volatile boolean stopped;

    Rival(ElasticsearchHttp http) {
        this.http = http;
    }

    int refusedRequests() {
        return refusedRequests.get();
    }

    int refusedItems() {
        return refusedItems.get();
    }

    /**
     * How much it writes.
     *
     * @param writers at once
     * @param shards of its index: a request is divided among them, and each part waits in a queue
     * @param documents in a request
     * @param bytes of a document
     */
    record Load(int writers, int shards, int documents, int bytes) {}

    /** Something that happens while it writes. */
    interface Meanwhile {
        boolean happens() throws InterruptedException;
    }

    /** Writes until {@code meanwhile} is over, and returns what that says; afterwards its index is gone. */
    boolean write(Load load, Meanwhile meanwhile) throws IOException, InterruptedException {
        Arena.await("an index of the rival", () -> {
            http.succeeds("DELETE", "/" + INDEX, "");
            return http.succeeds(
                    "PUT",
                    "/" + INDEX,
                    """
                    {"settings":{"number_of_shards":%d,"number_of_replicas":0,"refresh_interval":"-1"},
                     "mappings":{"enabled":false}}"""
                            .formatted(load.shards()));
        });
        String line = "{\"index\":{}}\n{\"x\":\"" + "x".repeat(load.bytes()) + "\"}\n";
        String body = line.repeat(load.documents());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < load.writers(); i++) {
            Thread thread = new Thread(() -> run(body), "rival-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        try {
            return meanwhile.happens();
        } finally {
            stopped = true;
            for (Thread thread : threads) {
                thread.join();
            }
            http.ask("DELETE", "/" + INDEX, "");
        }
    }

    private void run(String body) {
        while (!stopped) {
            try {
                ElasticsearchHttp.Answer answer =
                        http.ask("POST", "/" + INDEX + "/_bulk?filter_path=items.*.status", body);
                if (answer.status() == 429) {
                    refusedRequests.incrementAndGet();
                } else {
                    answer.body()
                            .path("items")
                            .findValuesAsText("status")
                            .forEach(status -> refusedItems.addAndGet(status.equals("429") ? 1 : 0));
                }
            } catch (IOException e) {
                // It is a load, and no test.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
