/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The request of {@code peer add}.
 *
 * @param partitions of topics that have to be created; empty keeps the existing number, else {@value #DEFAULT_PARTITIONS}
 * @param replicationFactor of topics that have to be created
 * @param payload how much of an edit its event carries; empty leaves an existing peer as it is
 * @param setScope whether families may be changed to take part in replication
 * @param bootstrapServers Kafka as RegionServers reach it
 * @param moveKafka whether an existing peer changes to {@code bootstrapServers}; a new one always takes them
 */
public record PeerRequest(
        String id,
        List<TableId> tables,
        OptionalInt partitions,
        int replicationFactor,
        Optional<String> payload,
        boolean setScope,
        String bootstrapServers,
        boolean moveKafka) {
    public static final String DEFAULT_ID = "hbase_search";
    public static final int DEFAULT_PARTITIONS = 4;
    public static final int DEFAULT_REPLICATION_FACTOR = 3;

    public PeerRequest {
        Objects.requireNonNull(id, "id");
        tables = List.copyOf(tables);
        Objects.requireNonNull(bootstrapServers, "bootstrapServers");
    }

    /** Creates a request whose caller named the servers, so that an existing peer changes to them. */
    public PeerRequest(
            String id,
            List<TableId> tables,
            OptionalInt partitions,
            int replicationFactor,
            Optional<String> payload,
            boolean setScope,
            String bootstrapServers) {
        this(id, tables, partitions, replicationFactor, payload, setScope, bootstrapServers, true);
    }
}
