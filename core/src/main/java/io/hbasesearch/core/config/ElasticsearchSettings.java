/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.ValueType;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The keys under {@code index.elasticsearch}. */
final class ElasticsearchSettings {
    private static final long KILOBYTE = 1L << 10;
    private static final long MEGABYTE = 1L << 20;
    private static final ValueType<Secret> SECRET = ValueType.text().secret().as(Secret::new);

    static final Setting<List<URI>> URLS =
            Setting.withDefault("urls", ConfigTypes.url().list(), "[\"http://127.0.0.1:9200\"]", "the cluster's nodes");
    static final Setting<String> USERNAME =
            Setting.optional("username", ValueType.text(), "with password or passwordFile");
    static final Setting<Secret> PASSWORD = Setting.optional("password", SECRET, "the user's password");
    static final Setting<Path> PASSWORD_FILE =
            Setting.optional("passwordFile", ConfigTypes.path(), "a file that holds the password");
    static final Setting<Secret> API_KEY =
            Setting.optional("apiKey", SECRET, "an encoded API key, instead of a user and password");
    static final Setting<Path> API_KEY_FILE =
            Setting.optional("apiKeyFile", ConfigTypes.path(), "a file that holds the API key");
    static final Setting<Path> CA_CERTIFICATE = Setting.optional(
            "caCertificate", ConfigTypes.path(), "PEM file of the authority that signed the servers' certificates");
    static final Setting<Integer> SHARDS =
            Setting.withDefault("shards", ValueType.integer(1, 1_024, ""), "1", "primary shards of a new index");
    static final Setting<Integer> REPLICAS =
            Setting.withDefault("replicas", ValueType.integer(0, 100, ""), "1", "copies of each shard of a new index");
    static final Setting<Duration> REFRESH_INTERVAL = Setting.withDefault(
            "refreshInterval",
            ValueType.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "1s",
            "of a new index: how long a write may stay invisible to searches");
    static final Setting<Integer> CONCURRENT_REQUESTS = Setting.withDefault(
            "concurrentRequests",
            ValueType.integer(1, 64, "requests"),
            "4",
            "the most bulk requests in flight, for each index; how many there are adapts to the server");
    static final Setting<Long> REQUEST_BYTES = Setting.withDefault(
            "requestBytes", ValueType.size(KILOBYTE, 100 * MEGABYTE), "5MB", "the largest bulk request");
    static final Setting<Integer> REQUEST_OPERATIONS = Setting.withDefault(
            "requestOperations",
            ValueType.integer(1, 100_000, "operations"),
            "1000",
            "the most operations in a bulk request");
    static final Setting<Long> BUFFER_BYTES = Setting.withDefault(
            "bufferBytes",
            ValueType.size(KILOBYTE, 1L << 36),
            "32MB",
            "what may wait to be sent, for each index; full means block");
    static final Setting<Long> MAX_DOCUMENT_BYTES = Setting.withDefault(
            "maxDocumentBytes",
            ValueType.size(KILOBYTE, 1024 * MEGABYTE),
            "16MB",
            "the largest document that is sent; a larger one becomes a dead letter");
    static final Setting<Duration> REQUEST_TIMEOUT = Setting.withDefault(
            "requestTimeout",
            ValueType.duration(Duration.ofMillis(100), Duration.ofHours(1)),
            "30s",
            "for one request");

    static final SettingGroup ELASTICSEARCH = SettingGroup.of(
            "elasticsearch",
            "the index in Elasticsearch",
            URLS,
            USERNAME,
            PASSWORD,
            PASSWORD_FILE,
            API_KEY,
            API_KEY_FILE,
            CA_CERTIFICATE,
            SHARDS,
            REPLICAS,
            REFRESH_INTERVAL,
            CONCURRENT_REQUESTS,
            REQUEST_BYTES,
            REQUEST_OPERATIONS,
            BUFFER_BYTES,
            MAX_DOCUMENT_BYTES,
            REQUEST_TIMEOUT);

    private ElasticsearchSettings() {}
}
