/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import io.hbasesearch.core.config.AlarmsConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.indexer.kafka.TopicBacklog;
import io.hbasesearch.indexer.lifecycle.IndexEpochs;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The known facts about the path of an edit, from HBase's WALs to an index, at one moment. Immutable.
 *
 * @param kafka whether it answers
 * @param services the processes of this program that were looked for
 * @param late parts of the site that could not be asked everything before the deadline
 */
public record PathFacts(
        Configured configured,
        Replication replication,
        ProbeResult<Boolean> kafka,
        Indexes indexes,
        List<ServiceFacts> services,
        Set<String> late) {
    public PathFacts {
        Objects.requireNonNull(configured, "configured");
        Objects.requireNonNull(replication, "replication");
        Objects.requireNonNull(kafka, "kafka");
        Objects.requireNonNull(indexes, "indexes");
        services = List.copyOf(services);
        late = Set.copyOf(late);
    }

    /**
     * The site as its configuration describes it.
     *
     * @param bootstrapServers of Kafka, as this program's configuration names them
     * @param alarms from when on a backlog is too large
     * @param definitions of indexes; those of tables that patterns match only if HBase lists its tables
     * @param allDefined whether the definitions are complete: no pattern is left whose matches are unknown
     */
    public record Configured(
            String bootstrapServers, AlarmsConfig alarms, List<IndexDefinition> definitions, boolean allDefined) {
        public Configured {
            Objects.requireNonNull(bootstrapServers, "bootstrapServers");
            Objects.requireNonNull(alarms, "alarms");
            definitions = List.copyOf(definitions);
        }
    }

    /**
     * HBase's replication.
     *
     * @param peers every peer of HBase, also those of other products
     * @param queues of each peer, by its id
     * @param waiting what the endpoints of lagging peers report that they wait for, by the peer's id
     */
    public record Replication(
            ProbeResult<List<Peer>> peers,
            ProbeResult<Map<String, List<PeerLag>>> queues,
            Map<String, String> waiting) {
        public Replication {
            Objects.requireNonNull(peers, "peers");
            Objects.requireNonNull(queues, "queues");
            waiting = Map.copyOf(waiting);
        }
    }

    /**
     * The existing indexes.
     *
     * @param backend its health as a whole
     */
    public record Indexes(CheckResult backend, ProbeResult<List<IndexMetadata>> list, Map<String, IndexFacts> byName) {
        public Indexes {
            Objects.requireNonNull(backend, "backend");
            Objects.requireNonNull(list, "list");
            byName = Map.copyOf(byName);
        }
    }

    /**
     * The known facts about one index.
     *
     * @param backlog of its topic; empty while its group has no offsets
     * @param deadLetters the approximate number of records in its dead-letter topic
     * @param plan whether it still belongs to its topic
     */
    public record IndexFacts(
            IndexMetadata metadata,
            ProbeResult<IndexStatistics> statistics,
            ProbeResult<Optional<TopicBacklog>> backlog,
            ProbeResult<Long> deadLetters,
            ProbeResult<IndexEpochs.Plan> plan) {
        public IndexFacts {
            Objects.requireNonNull(metadata, "metadata");
            Objects.requireNonNull(statistics, "statistics");
            Objects.requireNonNull(backlog, "backlog");
            Objects.requireNonNull(deadLetters, "deadLetters");
            Objects.requireNonNull(plan, "plan");
        }
    }

    /** Returns the indexes in the order of their names. */
    public List<IndexFacts> known() {
        return indexes.byName().values().stream()
                .sorted((one, two) ->
                        one.metadata().index().compareTo(two.metadata().index()))
                .toList();
    }

    public Optional<IndexDefinition> definition(String index) {
        return configured.definitions().stream()
                .filter(definition -> definition.name().equals(index))
                .findFirst();
    }

    /** Returns the states that the reached processes report. */
    public Collection<ServiceFacts.State> states() {
        return services.stream()
                .flatMap(service -> service.state().value().stream())
                .toList();
    }
}
