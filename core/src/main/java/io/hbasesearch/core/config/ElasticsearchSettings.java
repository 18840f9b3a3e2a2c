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

    static final Setting<List<URI>> URLS = Setting.withDefault(
            "urls", ConfigTypes.url().list(), "[\"http://127.0.0.1:9200\"]", "addresses of the cluster's nodes");
    static final Setting<String> USERNAME =
            Setting.optional("username", ValueType.text(), "user name; requires password or passwordFile");
    static final Setting<Secret> PASSWORD = Setting.optional("password", SECRET, "password of the user");
    static final Setting<Path> PASSWORD_FILE =
            Setting.optional("passwordFile", ConfigTypes.path(), "file that contains the password");
    static final Setting<Secret> API_KEY =
            Setting.optional("apiKey", SECRET, "encoded API key, instead of a user name and a password");
    static final Setting<Path> API_KEY_FILE =
            Setting.optional("apiKeyFile", ConfigTypes.path(), "file that contains the API key");
    static final Setting<Path> CA_CERTIFICATE = Setting.optional(
            "caCertificate", ConfigTypes.path(), "PEM file of the authority that signed the servers' certificates");
    static final Setting<Integer> SHARDS = Setting.withDefault(
            "shards", ValueType.integer(1, 1_024, ""), "1", "number of primary shards of a new index");
    static final Setting<Integer> REPLICAS = Setting.withDefault(
            "replicas", ValueType.integer(0, 100, ""), "1", "number of replicas of each shard of a new index");
    static final Setting<Duration> REFRESH_INTERVAL = Setting.withDefault(
            "refreshInterval",
            ValueType.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "1s",
            "refresh interval of a new index: longest time until a write is visible to searches");
    static final Setting<Integer> CONCURRENT_REQUESTS = Setting.withDefault(
            "concurrentRequests",
            ValueType.integer(1, 64, "requests"),
            "4",
            "maximum number of bulk requests in flight per index; the actual number adapts to the server");
    static final Setting<Long> REQUEST_BYTES = Setting.withDefault(
            "requestBytes", ValueType.size(KILOBYTE, 100 * MEGABYTE), "5MB", "maximum size of a bulk request");
    static final Setting<Integer> REQUEST_OPERATIONS = Setting.withDefault(
            "requestOperations",
            ValueType.integer(1, 100_000, "operations"),
            "1000",
            "maximum number of operations in a bulk request");
    static final Setting<Long> BUFFER_BYTES = Setting.withDefault(
            "bufferBytes",
            ValueType.size(KILOBYTE, 1L << 36),
            "32MB",
            "maximum bytes per index that wait to be sent; at the limit, writes block");
    static final Setting<Long> MAX_DOCUMENT_BYTES = Setting.withDefault(
            "maxDocumentBytes",
            ValueType.size(KILOBYTE, 1024 * MEGABYTE),
            "16MB",
            "maximum size of a document; a larger one becomes a dead letter");
    static final Setting<Duration> REQUEST_TIMEOUT = Setting.withDefault(
            "requestTimeout",
            ValueType.duration(Duration.ofMillis(100), Duration.ofHours(1)),
            "30s",
            "timeout of one request");

    static final SettingGroup ELASTICSEARCH = SettingGroup.of(
            "elasticsearch",
            "indexes in Elasticsearch",
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
