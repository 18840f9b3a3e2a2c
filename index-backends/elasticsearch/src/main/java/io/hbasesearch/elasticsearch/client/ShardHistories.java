/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.client;

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
 * Reads the history id of each primary shard from Elasticsearch. The id stays the same as long as the shard loses no
 * acknowledged write: it survives restarts, closing, moves and the promotion of an in-sync replica, and changes after a restore
 * from a snapshot, or when a stale or an empty copy is forced to be the primary. Stateless apart from the borrowed connection.
 */
public final class ShardHistories {
    private static final String HISTORY = "history_uuid";
    private static final int HASH_BYTES = 12;

    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;

    public ShardHistories(ElasticsearchConnection connection) {
        this.connection = connection;
        this.failures = ElasticsearchFailures.of(connection);
    }

    /**
     * Returns one hash of the histories of all primaries, because there may be a thousand of them.
     *
     * @param state of the index, with the number of primaries
     * @throws HBaseSearchException SERVER_UNREACHABLE while a primary is unavailable
     */
    public String of(String physicalName, IndexState state) {
        Map<String, String> histories = histories(physicalName);
        int primaries = primaries(state);
        if (histories.size() < primaries) {
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    "only " + histories.size() + " of " + primaries + " primary shards of the index " + physicalName
                            + " at " + connection.urls() + " are available");
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
