/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.hbase.Peer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The part of a site that a command asks about.
 *
 * @param names of indexes; empty for all
 */
record Selected(Set<String> names) {
    Selected {
        names = Set.copyOf(names);
    }

    private boolean has(String index) {
        return names.isEmpty() || names.contains(index);
    }

    List<IndexDefinition> definitions(List<IndexDefinition> all) {
        return all.stream().filter(definition -> has(definition.name())).toList();
    }

    List<IndexMetadata> indexes(List<IndexMetadata> all) {
        return all.stream().filter(index -> has(index.index())).toList();
    }

    /** Returns the peers that announce the selected tables, or are meant to, or may. */
    List<Peer> peers(List<Peer> all, List<IndexDefinition> definitions, ProbeResult<List<IndexMetadata>> indexes) {
        if (names.isEmpty()) {
            return all;
        }
        Set<TableId> tables = new TreeSet<>();
        definitions.forEach(definition -> tables.add(definition.table()));
        indexes.value().orElse(List.of()).forEach(index -> tables.add(index.table()));
        return all.stream()
                .filter(peer ->
                        OurPeers.isUnclear(peer) || tables.stream().anyMatch(table -> OurPeers.mentions(peer, table)))
                .toList();
    }

    /**
     * @throws HBaseSearchException INDEX_NOT_FOUND for a name with neither an index nor a definition, unless the indexes are
     *     unknown
     */
    void requireKnown(List<IndexDefinition> definitions, ProbeResult<List<IndexMetadata>> indexes) {
        for (String name : names) {
            boolean known = indexes.value().isEmpty()
                    || definitions.stream()
                            .anyMatch(definition -> definition.name().equals(name))
                    || indexes.value().get().stream()
                            .anyMatch(index -> index.index().equals(name));
            if (!known) {
                throw new HBaseSearchException(
                        ErrorCode.INDEX_NOT_FOUND,
                        "no index '" + name + "', and no definition of that name",
                        "List the indexes: hbase-search index list",
                        null);
            }
        }
    }
}
