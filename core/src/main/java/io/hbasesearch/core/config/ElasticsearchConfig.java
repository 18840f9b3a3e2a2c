/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of Elasticsearch: the connection, new indexes and bulk requests.
 *
 * @param caCertificate PEM file of the authority that signed the servers' certificates; the platform's authorities when empty
 * @param requestTimeout for one request
 */
public record ElasticsearchConfig(
        List<URI> urls,
        Credentials credentials,
        Optional<Path> caCertificate,
        NewIndex newIndex,
        BulkLimits bulk,
        Duration requestTimeout) {
    /** The default limit: far below the request size that Elasticsearch refuses by default, and safe for a server with a small heap. */
    public static final long DEFAULT_MAX_DOCUMENT_BYTES = 16L << 20;

    public ElasticsearchConfig {
        urls = List.copyOf(urls);
    }

    /**
     * @param username with {@code password}; neither with {@code apiKey}
     * @param apiKey the encoded form that Elasticsearch hands out
     */
    public record Credentials(Optional<String> username, Optional<Secret> password, Optional<Secret> apiKey) {
        public static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * The settings of a new index.
     *
     * @param refreshInterval how long a write may stay invisible to searches
     */
    public record NewIndex(int shards, int replicas, Duration refreshInterval) {}

    /**
     * Limits on the bulk requests of one index.
     *
     * @param concurrentRequests the most requests in flight
     * @param requestBytes the largest request
     * @param requestOperations the most operations in a request
     * @param bufferBytes the most bytes that wait to be sent; a full buffer blocks the writer
     * @param maxDocumentBytes the largest document that is sent
     */
    public record BulkLimits(
            int concurrentRequests,
            long requestBytes,
            int requestOperations,
            long bufferBytes,
            long maxDocumentBytes) {}
}
