/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import co.elastic.clients.elasticsearch._types.Level;
import co.elastic.clients.elasticsearch.indices.IndexState;
import co.elastic.clients.elasticsearch.indices.stats.ShardRoutingState;
import co.elastic.clients.elasticsearch.indices.stats.ShardStats;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Asks Elasticsearch for the history of each primary shard, an id that lasts as long as the shard loses no acknowledged write: it
 * outlives restarts, closing, moves and the change from a primary to a replica in sync, and is a new one after a restore from a
 * snapshot, a stale copy that was made the primary by force, or an empty one. Stateless but for the connection that it borrows.
 */
final class ShardHistories {
    private static final String HISTORY = "history_uuid";
    private static final int HASH_BYTES = 12;

    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;

    ShardHistories(ElasticsearchConnection connection) {
        this.connection = connection;
        this.failures = ElasticsearchFailures.of(connection);
    }

    /**
     * One word for the histories of all primaries, as there may be a thousand of them.
     *
     * @param state of the index, which says how many primaries there are
     * @throws HBaseSearchException SERVER_UNREACHABLE while a primary is away
     */
    String of(String physicalName, IndexState state) {
        Map<String, String> histories = histories(physicalName);
        int primaries = primaries(state);
        if (histories.size() < primaries) {
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    "only " + histories.size() + " of " + primaries + " primary shards of the index " + physicalName
                            + " at " + connection.urls() + " are there");
        }
        return hash(histories.toString());
    }

    private static int primaries(IndexState state) {
        if (state.settings() == null
                || state.settings().index() == null
                || state.settings().index().numberOfShards() == null) {
            return 1;
        }
        return Integer.parseInt(state.settings().index().numberOfShards());
    }

    private Map<String, String> histories(String physicalName) {
        try {
            Map<String, String> histories = new TreeMap<>();
            connection
                    .client()
                    .indices()
                    .stats(s -> s.index(physicalName).metric("docs").level(Level.Shards))
                    .indices()
                    .values()
                    .forEach(index -> index.shards().forEach((shard, copies) -> put(histories, shard, copies)));
            return histories;
        } catch (IOException | RuntimeException e) {
            throw failures.of("ask for the history of the index " + physicalName, e);
        }
    }

    private static void put(Map<String, String> histories, String shard, List<ShardStats> copies) {
        for (ShardStats copy : copies) {
            boolean serving = copy.routing() != null
                    && copy.routing().primary()
                    && copy.routing().state() != ShardRoutingState.Initializing;
            if (serving && copy.commit() != null && copy.commit().userData().containsKey(HISTORY)) {
                histories.put(shard, copy.commit().userData().get(HISTORY));
            }
        }
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
