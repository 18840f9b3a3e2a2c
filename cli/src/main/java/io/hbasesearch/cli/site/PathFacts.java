/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.site;

import io.hbasesearch.core.config.AlarmsConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.indexer.IndexEpochs;
import io.hbasesearch.indexer.kafka.TopicBacklog;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of the path that an edit takes, from HBase's logs to an index, at one moment. Immutable.
 *
 * @param bootstrapServers of Kafka, as this program's configuration names them
 * @param alarms from when on a backlog is too large
 * @param definitions of indexes, of tables that patterns match only if HBase tells its tables
 * @param allDefined whether these are all: no pattern is left of which nobody knows what it matches
 * @param peers every peer of HBase, also those of other products
 * @param queues of each peer, by its id
 * @param kafka whether it answers
 * @param backend how the backend is as a whole
 * @param indexes those that exist
 * @param services the processes of this program that were looked for
 * @param waiting what endpoints of peers that are behind say they wait for, by the peer's id
 * @param late parts of the site that were not asked everything before the time was over
 */
public record PathFacts(
        String bootstrapServers,
        AlarmsConfig alarms,
        List<IndexDefinition> definitions,
        boolean allDefined,
        ProbeResult<List<Peer>> peers,
        ProbeResult<Map<String, List<PeerLag>>> queues,
        ProbeResult<Boolean> kafka,
        CheckResult backend,
        ProbeResult<List<IndexMetadata>> indexes,
        Map<String, IndexFacts> byIndex,
        List<ServiceFacts> services,
        Map<String, String> waiting,
        Set<String> late) {
    public PathFacts {
        Objects.requireNonNull(bootstrapServers, "bootstrapServers");
        Objects.requireNonNull(alarms, "alarms");
        definitions = List.copyOf(definitions);
        Objects.requireNonNull(peers, "peers");
        Objects.requireNonNull(queues, "queues");
        Objects.requireNonNull(kafka, "kafka");
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(indexes, "indexes");
        byIndex = Map.copyOf(byIndex);
        services = List.copyOf(services);
        waiting = Map.copyOf(waiting);
        late = Set.copyOf(late);
    }

    /**
     * What is known of one index.
     *
     * @param backlog of its topic; nothing in it while its group has no offsets
     * @param deadLetters how many its topic of dead letters holds, about
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

    /** In the order of names. */
    public List<IndexFacts> known() {
        return byIndex.values().stream()
                .sorted((one, two) ->
                        one.metadata().index().compareTo(two.metadata().index()))
                .toList();
    }

    public Optional<IndexDefinition> definition(String index) {
        return definitions.stream()
                .filter(definition -> definition.name().equals(index))
                .findFirst();
    }

    /** What the processes that were reached say of themselves. */
    public Collection<ServiceFacts.State> states() {
        return services.stream()
                .flatMap(service -> service.state().value().stream())
                .toList();
    }
}
