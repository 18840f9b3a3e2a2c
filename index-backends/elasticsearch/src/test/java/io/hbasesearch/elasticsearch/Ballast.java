/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;

/**
 * Memory that a server has for bulk requests ({@code indexing_pressure.memory.limit}), taken up by one that waits for a copy of a
 * shard that no node holds. Whatever does not fit beside it is refused with 429 for as long as it is open, however fast anybody
 * is. Closing gives the memory back.
 */
final class Ballast implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** What the server counts of a request besides its documents is less. */
    private static final long OVERHEAD = 500;

    private final Rest rest;
    private final String index;
    private final CompletableFuture<Rest.Answer> waiting;

    /** @param bytes of memory to take, of what nobody uses now */
    private Ballast(Rest rest, long bytes) {
        this.rest = rest;
        this.index = "ballast-" + bytes;
        rest.call("PUT", "/" + index, "{\"settings\":{\"number_of_replicas\":1},\"mappings\":{\"dynamic\":false}}");
        long before = used(rest);
        String document = "{\"index\":{}}\n{\"text\":\"" + "x".repeat((int) bytes) + "\"}\n";
        waiting = rest.sendAsync("POST", "/" + index + "/_bulk?wait_for_active_shards=2&timeout=1h", document);
        Awaitility.await().atMost(PATIENCE).until(() -> waiting.isDone() || used(rest) >= before + bytes);
        assertThat(waiting).isNotDone();
    }

    /** Leaves others so many bytes, or somewhat less. */
    static Ballast leaving(Rest rest, long bytes) {
        JsonNode memory = memory(rest);
        long free = memory.at("/limit_in_bytes").asLong() - used(rest);
        return new Ballast(rest, free - OVERHEAD - bytes);
    }

    private static long used(Rest rest) {
        return memory(rest)
                .at("/current/combined_coordinating_and_primary_in_bytes")
                .asLong();
    }

    private static JsonNode memory(Rest rest) {
        return rest.get("/_nodes/_local/stats/indexing_pressure")
                .at("/nodes")
                .elements()
                .next()
                .at("/indexing_pressure/memory");
    }

    @Override
    public void close() {
        rest.call("DELETE", "/" + index, "");
        waiting.join();
    }
}
