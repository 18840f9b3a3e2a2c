/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexDiagnosis;
import io.hbasesearch.hbase.RegionServers.Master;
import io.hbasesearch.hbase.RegionServers.RegionServer;
import io.hbasesearch.hbase.ReplicationSettings;
import io.hbasesearch.indexer.kafka.Topics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * All facts that a diagnosis looks at, at one moment. Immutable.
 *
 * @param version of this program
 * @param exposedSecrets secrets of the configuration file that every user may read, with the command that helps; empty if there
 *     are none
 * @param late parts of the site that could not be asked everything before the deadline
 */
public record SiteFacts(
        String version,
        PathFacts path,
        Cluster hbase,
        Announced kafka,
        Backend backend,
        Optional<String> exposedSecrets,
        Set<String> late) {
    public SiteFacts {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(hbase, "hbase");
        Objects.requireNonNull(kafka, "kafka");
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(exposedSecrets, "exposedSecrets");
        late = Set.copyOf(late);
    }

    /**
     * HBase's answers about its servers and tables.
     *
     * @param clocks of the RegionServers, as their reports to the master show them
     * @param tables of definitions and of indexes
     */
    public record Cluster(
            ProbeResult<List<RegionServer>> servers,
            ProbeResult<List<Master>> masters,
            List<Reading> clocks,
            ProbeResult<List<ReplicationSettings.Finding>> settings,
            Map<TableId, TableFacts> tables) {
        public Cluster {
            Objects.requireNonNull(servers, "servers");
            Objects.requireNonNull(masters, "masters");
            clocks = List.copyOf(clocks);
            Objects.requireNonNull(settings, "settings");
            tables = Map.copyOf(tables);
        }
    }

    /**
     * Kafka's answers about topics and groups.
     *
     * @param topics by name: of the tables' indexes, and those that peers announce to
     * @param letters operations that this user may not do on each index's dead-letter topic
     * @param groups operations that this user may not do on the consumer group of each index
     */
    public record Announced(
            Map<String, ProbeResult<Optional<TopicFacts>>> topics,
            Map<String, ProbeResult<Set<String>>> letters,
            Map<String, ProbeResult<Set<String>>> groups) {
        public Announced {
            topics = Map.copyOf(topics);
            letters = Map.copyOf(letters);
            groups = Map.copyOf(groups);
        }
    }

    /**
     * The index backend's answers about itself and how its indexes were made.
     *
     * @param clocks of its machines; Kafka has no request that asks a broker for the time
     * @param privileges that this user lacks
     * @param documentSize the largest document that this program sends, and the largest that the backend has room for
     * @param indexes differences between how each index was made and its definition
     */
    public record Backend(
            ProbeResult<List<Reading>> clocks,
            ProbeResult<List<String>> privileges,
            ProbeResult<Optional<IndexDiagnosis.DocumentSize>> documentSize,
            Map<String, MadeFacts> indexes) {
        public Backend {
            Objects.requireNonNull(clocks, "clocks");
            Objects.requireNonNull(privileges, "privileges");
            Objects.requireNonNull(documentSize, "documentSize");
            indexes = Map.copyOf(indexes);
        }
    }

    /**
     * The facts about one table.
     *
     * @param families each with whether its edits are offered to peers
     * @param read whether this user may read the columns that indexes of the table map
     */
    public record TableFacts(ProbeResult<Map<String, Boolean>> families, ProbeResult<Boolean> read) {
        public TableFacts {
            Objects.requireNonNull(families, "families");
            Objects.requireNonNull(read, "read");
        }
    }

    /**
     * The facts about one topic.
     *
     * @param problems with its settings, each with its remedy
     * @param missing operations that this user may not do on it
     */
    public record TopicFacts(Topics.Topic topic, ProbeResult<List<String>> problems, ProbeResult<Set<String>> missing) {
        public TopicFacts {
            Objects.requireNonNull(topic, "topic");
            Objects.requireNonNull(problems, "problems");
            Objects.requireNonNull(missing, "missing");
        }
    }

    /**
     * Differences between how an index was made and how it should be.
     *
     * @param mapping differences between the fields that it accepts and those of its definition; not known if another
     *     definition made it
     * @param naming the command that makes its name refer to it again; empty if it does
     */
    public record MadeFacts(ProbeResult<List<String>> mapping, ProbeResult<Optional<String>> naming) {
        public MadeFacts {
            Objects.requireNonNull(mapping, "mapping");
            Objects.requireNonNull(naming, "naming");
        }
    }
}
