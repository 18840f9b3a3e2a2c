/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch._types.ExpandWildcard;
import co.elastic.clients.elasticsearch._types.HealthStatus;
import co.elastic.clients.elasticsearch._types.ShardStatistics;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.indices.GetIndexResponse;
import co.elastic.clients.elasticsearch.indices.IndexState;
import co.elastic.clients.json.JsonData;
import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.elasticsearch.client.BoundedAnswers;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.SourceJson;
import io.hbasesearch.elasticsearch.client.StoredFields;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.ResponseException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Manages physical indexes, independently of aliases. Safe for use by several threads. */
public final class PhysicalIndexes {
    private static final Logger log = LoggerFactory.getLogger(PhysicalIndexes.class);
    // Above the priorities of a site's own templates: of several matching templates, the one with the highest priority
    // applies.
    private static final long TEMPLATE_PRIORITY = 1_000_000;

    private final ElasticsearchConnection connection;
    private final ElasticsearchConfig config;
    private final ElasticsearchFailures failures;

    public PhysicalIndexes(
            ElasticsearchConnection connection, ElasticsearchConfig config, ElasticsearchFailures failures) {
        this.connection = connection;
        this.config = config;
        this.failures = failures;
    }

    /** @param name of an index or alias, or a pattern */
    Map<String, IndexState> find(String name) {
        try {
            GetIndexResponse response = connection.client().indices().get(g -> g.index(name)
                    .allowNoIndices(true)
                    .expandWildcards(ExpandWildcard.All));
            return response.result();
        } catch (IOException | RuntimeException e) {
            if (ElasticsearchFailures.isNotFound(e)) {
                return Map.of();
            }
            throw failures.of("look up the index " + name, e);
        }
    }

    /** @throws HBaseSearchException INDEX_NOT_FOUND if it no longer exists, or another one has its name */
    public IndexState require(IndexMetadata metadata) {
        String name = metadata.physicalName();
        return Optional.ofNullable(find(name).get(name))
                .filter(found -> MetadataJson.read(name, found.mappings())
                        .filter(known -> known.uuid().equals(metadata.uuid()))
                        .isPresent())
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.INDEX_NOT_FOUND,
                        "the index " + name + ", which " + metadata.index() + " pointed to, is not in Elasticsearch at "
                                + connection.urls(),
                        "Restart this process, so that it uses the index that replaced it.",
                        null));
    }

    /** @param live whether users see it at once, under the index's own name */
    void create(IndexDefinition definition, IndexMetadata metadata, boolean live) throws IOException {
        forbidAutomaticCreation();
        requireOwnTemplate(definition, metadata.physicalName());
        // An index with readers is marked before anything can remove its alias: one that never served may be dropped as
        // unfinished.
        JsonData meta = live ? GenerationMeta.written(metadata) : MetadataJson.write(metadata);
        Request request = new Request("PUT", "/" + metadata.physicalName());
        request.setOptions(BoundedAnswers.OPTIONS);
        request.setJsonEntity(IndexBody.of(definition, metadata, meta, config, live));
        try {
            connection.rest().performRequest(request);
        } catch (ResponseException e) {
            if (ElasticsearchFailures.isBadRequest(e)) {
                throw refused(definition, e);
            }
            throw e;
        }
    }

    /**
     * Only one of several matching index templates applies. If that is not ours, Elasticsearch may create indexes on a write,
     * and the template's additions may block all writes, change documents or mislead searches. Checked before anything is
     * created: an index that a template makes read-only cannot even be deleted.
     */
    private void requireOwnTemplate(IndexDefinition definition, String name) throws IOException {
        JsonNode first = templateBeforeOurs(name);
        if (first == null) {
            return;
        }
        String template = first.path("name").asText();
        throw new HBaseSearchException(
                ErrorCode.CONFIGURATION_INVALID,
                "the index " + definition.name() + " is not created: the index template " + template
                        + " in Elasticsearch at " + connection.urls() + " has a higher priority than "
                        + IndexNames.TEMPLATE
                        + ". It would let Elasticsearch create the index on a write"
                        + additions(first.path("index_template")),
                outOfTheWay(template),
                null);
    }

    /** Lists the additions of a template, by name only. */
    private static String additions(JsonNode template) {
        List<String> names = new ArrayList<>();
        for (String part : List.of("settings", "mappings", "aliases")) {
            template.path("template").path(part).fieldNames().forEachRemaining(name -> names.add(part + " " + name));
        }
        template.path("composed_of").forEach(component -> names.add("component " + component.asText()));
        if (template.has("data_stream")) {
            names.add("data streams only");
        }
        return names.isEmpty() ? "" : ", and adds " + String.join(", ", names);
    }

    private String outOfTheWay(String template) {
        return "Give that template a priority below " + TEMPLATE_PRIORITY + " or patterns that do not match "
                + IndexNames.EVERY_PHYSICAL_INDEX + ", or remove it: curl -X DELETE '" + connection.url()
                + "/_index_template/" + template + "'. Then retry.";
    }

    /** Returns null if there is none. */
    private @Nullable JsonNode templateBeforeOurs(String name) throws IOException {
        JsonNode answer = SourceJson.mapper()
                .readTree(connection
                        .rest()
                        .performRequest(new Request("GET", "/_index_template?flat_settings=true"))
                        .getEntity()
                        .getContent());
        JsonNode first = null;
        long highest = TEMPLATE_PRIORITY;
        for (JsonNode each : answer.path("index_templates")) {
            JsonNode template = each.path("index_template");
            long priority = template.path("priority").asLong();
            if (priority > highest && matches(template.path("index_patterns"), name)) {
                highest = priority;
                first = each;
            }
        }
        return first;
    }

    private static boolean matches(JsonNode patterns, String name) {
        for (JsonNode pattern : patterns) {
            String regex = Pattern.quote(pattern.asText()).replace("*", "\\E.*\\Q");
            if (name.matches(regex)) {
                return true;
            }
        }
        return false;
    }

    /** Converts a rejection. Our own part is the same for every index, so the rejected part comes from the definition. */
    private HBaseSearchException refused(IndexDefinition definition, ResponseException refusal) {
        HBaseSearchException told = failures.of("create the index " + definition.name(), refusal);
        return new HBaseSearchException(
                ErrorCode.CONFIGURATION_INVALID,
                String.valueOf(told.getMessage()),
                "Correct the section elasticsearch in the definition of the index, or its analyzers.",
                refusal);
    }

    /**
     * Forbids Elasticsearch to create an index on the first write to it, which it does unless the matching template forbids it.
     * The template stays when an index is deleted, because a writer may still be running then.
     */
    private void forbidAutomaticCreation() throws IOException {
        connection.client().indices().putIndexTemplate(template -> template.name(IndexNames.TEMPLATE)
                .indexPatterns(IndexNames.EVERY_PHYSICAL_INDEX)
                .priority(TEMPLATE_PRIORITY)
                .allowAutoCreate(false));
    }

    /** Adds the fields that an index of an older version lacks: it rejects unknown fields. */
    public void addFields(String name, IndexState found) {
        boolean known = found.mappings() == null
                || found.mappings()
                        .properties()
                        .keySet()
                        .containsAll(IndexMapping.added().keySet());
        if (!known) {
            try {
                connection.client().indices().putMapping(m -> m.index(name).properties(IndexMapping.added()));
            } catch (IOException | RuntimeException e) {
                throw failures.of("add fields to the index " + name, e);
            }
        }
    }

    /** Replaces the mapping's {@code _meta} as a whole. */
    void putMeta(String name, Map<String, JsonData> meta) {
        try {
            connection.client().indices().putMapping(m -> m.index(name).meta(meta));
        } catch (IOException | RuntimeException e) {
            throw failures.of("change the metadata of the index " + name, e);
        }
    }

    /** Makes every acknowledged write visible to searches. */
    public void refresh(String name) {
        ShardStatistics shards;
        try {
            shards = connection.client().indices().refresh(r -> r.index(name)).shards();
        } catch (IOException | RuntimeException e) {
            throw failures.of("refresh the index " + name, e);
        }
        // An unavailable shard fails separately: its acknowledged documents would look missing.
        if (shards != null && shards.failed().intValue() > 0) {
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    "cannot refresh the index " + name + ": " + shards.failed() + " of " + shards.total()
                            + " shards failed");
        }
    }

    /** @param name of an alias, or of one index; the result is empty if one of them is never refreshed, else the longest */
    public Optional<Duration> refreshInterval(String name) {
        try {
            Duration longest = Duration.ZERO;
            for (IndexState index : connection
                    .client()
                    .indices()
                    .getSettings(g -> g.index(name).name("index.refresh_interval"))
                    .result()
                    .values()) {
                Optional<Duration> own = RefreshIntervals.of(index);
                if (own.isEmpty()) {
                    return own;
                }
                longest = own.get().compareTo(longest) > 0 ? own.get() : longest;
            }
            return Optional.of(longest);
        } catch (IOException | RuntimeException e) {
            throw failures.of("read the settings of the index " + name, e);
        }
    }

    HealthStatus health(String name) {
        try {
            return connection.client().cluster().health(h -> h.index(name)).status();
        } catch (IOException | RuntimeException e) {
            throw failures.of("ask for the health of the index " + name, e);
        }
    }

    void delete(String name) {
        try {
            connection.client().indices().delete(d -> d.index(name).ignoreUnavailable(true));
            log.info("deleted the index {}", name);
        } catch (IOException | RuntimeException e) {
            throw failures.of("delete the index " + name, e);
        }
    }

    IndexStatistics statistics(String name) {
        try {
            SearchResponse<Void> counts = connection
                    .client()
                    .search(
                            s -> s.index(name)
                                    .size(0)
                                    .trackTotalHits(t -> t.enabled(true))
                                    .aggregations("deleted", a -> a.filter(IndexMapping.isTrue(StoredFields.DELETED)))
                                    .aggregations("failed", a -> a.filter(IndexMapping.isTrue(StoredFields.FAILED))),
                            Void.class);
            long deleted = counts.aggregations().get("deleted").filter().docCount();
            long failed = counts.aggregations().get("failed").filter().docCount();
            long all = counts.hits().total().value();
            return new IndexStatistics(all - deleted - failed, deleted, failed, bytes(name));
        } catch (IOException | RuntimeException e) {
            throw failures.of("count the documents of " + name, e);
        }
    }

    private long bytes(String name) throws IOException {
        return connection
                .client()
                .indices()
                .stats(s -> s.index(name).metric("store"))
                .indices()
                .get(name)
                .total()
                .store()
                .sizeInBytes();
    }
}
