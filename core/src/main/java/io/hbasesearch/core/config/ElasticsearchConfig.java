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
 * @param username with {@code password}; neither with {@code apiKey}
 * @param apiKey the encoded form that Elasticsearch hands out
 * @param caCertificate PEM file of the authority that signed the servers' certificates; the platform's authorities when empty
 * @param shards of a new index
 * @param replicas of a new index
 * @param refreshInterval of a new index: how long a write may stay invisible to searches
 * @param concurrentRequests the most bulk requests in flight for each index
 * @param requestBytes the largest bulk request
 * @param requestOperations the most operations in a bulk request
 * @param bufferBytes the most bytes that wait to be sent for each index; a full buffer blocks the writer
 * @param maxDocumentBytes the largest document that is sent
 * @param requestTimeout for one request
 */
public record ElasticsearchConfig(
        List<URI> urls,
        Optional<String> username,
        Optional<Secret> password,
        Optional<Secret> apiKey,
        Optional<Path> caCertificate,
        int shards,
        int replicas,
        Duration refreshInterval,
        int concurrentRequests,
        long requestBytes,
        int requestOperations,
        long bufferBytes,
        long maxDocumentBytes,
        Duration requestTimeout) {
    /** The default limit: far below the request size that Elasticsearch refuses by default, and safe for a server with a small heap. */
    public static final long DEFAULT_MAX_DOCUMENT_BYTES = 16L << 20;

    public ElasticsearchConfig {
        urls = List.copyOf(urls);
    }
}
