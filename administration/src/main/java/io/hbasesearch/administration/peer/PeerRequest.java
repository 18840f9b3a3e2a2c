/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The request of {@code peer add}.
 *
 * @param payload how much of an edit its event carries; empty leaves an existing peer as it is
 * @param setScope whether families may be changed to take part in replication
 */
public record PeerRequest(
        String id, List<TableId> tables, NewTopics newTopics, Optional<String> payload, boolean setScope, Kafka kafka) {
    public static final String DEFAULT_ID = "hbase_search";
    public static final int DEFAULT_PARTITIONS = 4;
    public static final int DEFAULT_REPLICATION_FACTOR = 3;

    public PeerRequest {
        Objects.requireNonNull(id, "id");
        tables = List.copyOf(tables);
        Objects.requireNonNull(newTopics, "newTopics");
        Objects.requireNonNull(kafka, "kafka");
    }

    /** Returns the command for the same request with other options. */
    public String command(boolean withScope, int replicationFactor) {
        StringBuilder command = new StringBuilder("hbase-search peer add");
        tables.forEach(table -> command.append(" --table ").append(TableAdmin.name(table)));
        if (!id.equals(DEFAULT_ID)) {
            command.append(" --peer-id ").append(id);
        }
        newTopics.partitions().ifPresent(number -> command.append(" --partitions ")
                .append(number));
        payload.ifPresent(kind -> command.append(" --payload ").append(kind));
        if (kafka.move()) {
            command.append(" --kafka ").append(kafka.bootstrapServers());
        }
        if (withScope) {
            command.append(" --set-scope");
        }
        if (replicationFactor != DEFAULT_REPLICATION_FACTOR) {
            command.append(" --replication-factor ").append(replicationFactor);
        }
        return command.toString();
    }

    /**
     * The topics that have to be created.
     *
     * @param partitions of each; empty keeps the existing number, else {@value #DEFAULT_PARTITIONS}
     */
    public record NewTopics(OptionalInt partitions, int replicationFactor) {}

    /**
     * Kafka as RegionServers reach it.
     *
     * @param move whether an existing peer changes to these servers; a new one always takes them
     */
    public record Kafka(String bootstrapServers, boolean move) {
        public Kafka {
            Objects.requireNonNull(bootstrapServers, "bootstrapServers");
        }
    }
}
