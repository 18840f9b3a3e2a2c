/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch.indices.IndexState;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.StoredFields;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Builds the command that repairs an alias that was changed by hand: it must point to the newest generation that readers have
 * ever seen, without stubs. Safe for use by several threads.
 */
final class AliasRepair {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ElasticsearchConnection connection;
    private final PhysicalIndexes indexes;

    AliasRepair(ElasticsearchConnection connection, PhysicalIndexes indexes) {
        this.connection = connection;
        this.indexes = indexes;
    }

    /**
     * Returns one request, which Elasticsearch executes atomically; empty if the alias is right, or there is no generation to
     * point to.
     */
    Optional<String> command(String index) {
        if (!IndexNames.isIndex(index)) {
            return Optional.empty();
        }
        Set<String> behind = indexes.find(index).keySet();
        Map<String, IndexState> ours = indexes.find(IndexNames.physicalPattern(index)).entrySet().stream()
                .filter(entry -> IndexNames.isPhysical(index, entry.getKey()))
                .filter(entry -> GenerationMeta.hasServed(entry.getValue()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        Optional<String> target = target(index, ours);
        // An index with exactly that name would have to be removed first, and its owner is not known here.
        return target.filter(name -> !behind.contains(index) && !behind.equals(Set.of(name)))
                .map(name -> command(index, behind, name));
    }

    /** Returns one of the alias's current targets, if there is one, else the newest: each of them was kept up to date. */
    private static Optional<String> target(String index, Map<String, IndexState> ours) {
        return ours.entrySet().stream()
                .max((one, two) -> compare(index, one, two))
                .map(Map.Entry::getKey);
    }

    private static int compare(String index, Map.Entry<String, IndexState> one, Map.Entry<String, IndexState> two) {
        int byAlias = Boolean.compare(
                one.getValue().aliases().containsKey(index),
                two.getValue().aliases().containsKey(index));
        return byAlias != 0 ? byAlias : Integer.compare(generation(one), generation(two));
    }

    private static int generation(Map.Entry<String, IndexState> found) {
        try {
            return MetadataJson.read(found.getKey(), found.getValue().mappings())
                    .map(IndexMetadata::generation)
                    .orElse(0);
        } catch (HBaseSearchException e) {
            // A damaged index comes last.
            return 0;
        }
    }

    private String command(String index, Set<String> behind, String target) {
        ObjectNode request = MAPPER.createObjectNode();
        ArrayNode actions = request.putArray("actions");
        behind.stream().filter(name -> !name.equals(target)).sorted().forEach(name -> actions.addObject()
                .putObject("remove")
                .put("index", name)
                .put("alias", index));
        ObjectNode add =
                actions.addObject().putObject("add").put("index", target).put("alias", index);
        ArrayNode stubs = add.putObject("filter").putObject("bool").putArray("must_not");
        for (String field : new String[] {StoredFields.DELETED, StoredFields.FAILED}) {
            stubs.addObject().putObject("term").put(field, true);
        }
        return "curl -X POST '" + connection.url() + "/_aliases' -H 'Content-Type: application/json' -d '" + request
                + "'";
    }
}
