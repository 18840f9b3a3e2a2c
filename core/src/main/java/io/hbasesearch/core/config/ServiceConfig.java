/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The content of {@code hbase-search.yaml}.
 *
 * @param definitions the directory of index definitions, one file for each index
 */
public record ServiceConfig(
        HBaseConfig hbase,
        KafkaConfig kafka,
        BackendConfig index,
        IndexerConfig indexer,
        ScrubConfig scrub,
        GatewayConfig gateway,
        OperationsConfig operations,
        Path definitions) {
    public ServiceConfig {
        Objects.requireNonNull(hbase, "hbase");
        Objects.requireNonNull(kafka, "kafka");
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(indexer, "indexer");
        Objects.requireNonNull(scrub, "scrub");
        Objects.requireNonNull(gateway, "gateway");
        Objects.requireNonNull(operations, "operations");
        Objects.requireNonNull(definitions, "definitions");
    }
}
