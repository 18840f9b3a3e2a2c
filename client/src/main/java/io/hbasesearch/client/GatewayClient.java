/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Client of a query gateway. Safe for use by several threads; keeps its connections, so one client for each gateway is enough. Every method
 * blocks until the answer arrives and throws {@link GatewayException} for anything but success; none retries.
 */
public final class GatewayClient {
    private static final List<String> OF_COUNT =
            List.of("q", "filter", "zone", "typing", "fuzziness", "plan", "timeout");
    private static final List<String> OF_EXPLAIN =
            List.of("q", "filter", "zone", "typing", "fuzziness", "plan", "sort", "ranking", "keyFormat");
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /** Limit of a key's characters in a path: gateways, and proxies before them, accept only a few kilobytes of headers. */
    private static final int MOST_IN_PATH = 2_000;

    private final Transport transport;

    /**
     * Creates a client; does not connect.
     *
     * @param gateway its address, such as {@code http://localhost:8080}; a path in it is kept
     * @param apiKey empty for a gateway without keys
     * @param timeout for one answer, including connecting
     * @throws IllegalArgumentException for a key that cannot be sent in a header
     */
    public GatewayClient(URI gateway, Optional<String> apiKey, Duration timeout) {
        this.transport = new Transport(
                Objects.requireNonNull(gateway, "gateway"),
                Objects.requireNonNull(apiKey, "apiKey"),
                Objects.requireNonNull(timeout, "timeout"));
    }

    /** Creates a client without a key that waits at most 30 s. */
    public GatewayClient(URI gateway) {
        this(gateway, Optional.empty(), DEFAULT_TIMEOUT);
    }

    /** @throws GatewayException NOT_FOUND for the index, QUERY_INVALID for the query, and for any failure of the gateway */
    public SearchResponse search(String index, SearchOptions options) {
        return Json.read(searchJson(index, options), SearchResponse.class);
    }

    /** Searches and returns the answer as the gateway wrote it, for callers that pass it on. */
    public String searchJson(String index, SearchOptions options) {
        return transport.post("v1/indexes/" + segment(index) + "/search", Json.write(options));
    }

    /**
     * Searches several indexes; each hit names its index.
     *
     * @param indexes at most ten, each once
     * @throws GatewayException NOT_FOUND for an index, QUERY_INVALID if a field of the query differs between them, and for any failure of
     *     the gateway
     */
    public SearchResponse searchAll(List<String> indexes, SearchOptions options) {
        return Json.read(transport.post("v1/search", Json.write(options.withIndexes(indexes))), SearchResponse.class);
    }

    public List<IndexInfo> indexes() {
        JsonNode list = Json.tree(transport.get("v1/indexes")).path("indexes");
        List<IndexInfo> indexes = new ArrayList<>();
        list.forEach(each -> indexes.add(Json.convert(each, IndexInfo.class)));
        return indexes;
    }

    /** @throws GatewayException NOT_FOUND */
    public IndexInfo index(String index) {
        return Json.read(transport.get("v1/indexes/" + segment(index)), IndexInfo.class);
    }

    /**
     * Reads one row directly from HBase, with the columns that the index maps. Empty if no row has this key.
     *
     * @throws GatewayException NOT_FOUND if the index does not exist
     */
    public Optional<RowResponse> row(String index, byte[] key) {
        String encoded = encoded(key);
        if (encoded.length() > MOST_IN_PATH) {
            return rowOfBatch(index, key);
        }
        String path = "v1/indexes/" + segment(index) + "/rows/" + encoded;
        try {
            return Optional.of(Json.read(transport.get(path), RowResponse.class));
        } catch (GatewayException e) {
            if (e.status() != 404) {
                throw e;
            }
            // The row or the index is missing. Asking for the index decides: it throws if the index is missing.
            index(index);
            return Optional.empty();
        }
    }

    private Optional<RowResponse> rowOfBatch(String index, byte[] key) {
        RowsResponse batch = rows(index, List.of(key));
        if (!batch.unread().isEmpty()) {
            throw GatewayException.local(
                    GatewayException.SERVER_UNREACHABLE,
                    "the row was not read: "
                            + batch.cut().stream()
                                    .map(SearchResponse.Cut::detail)
                                    .collect(Collectors.joining("; ")),
                    "Try again in a moment.",
                    null);
        }
        return batch.rows().stream().findFirst();
    }

    private static String encoded(byte[] key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key);
    }

    /**
     * Reads several rows at once, with the columns that the index maps.
     *
     * @throws GatewayException NOT_FOUND if the index does not exist
     */
    public RowsResponse rows(String index, Collection<byte[]> keys) {
        List<String> encoded = keys.stream().map(GatewayClient::encoded).toList();
        return Json.read(
                transport.post("v1/indexes/" + segment(index) + "/rows:batchGet", Json.write(Map.of("keys", encoded))),
                RowsResponse.class);
    }

    /**
     * Waits until searches see the row as it is now: write, fence, search.
     *
     * @throws GatewayException TIMED_OUT if the index does not show the row in time; nothing is lost then
     */
    public FenceResponse fence(String index, byte[] key) {
        String encoded = encoded(key);
        String rows = "v1/indexes/" + segment(index) + "/rows";
        return Json.read(
                encoded.length() > MOST_IN_PATH
                        ? transport.post(rows + ":fence", Json.write(Map.of("key", encoded)))
                        : transport.post(rows + "/" + encoded + ":fence", "{}"),
                FenceResponse.class);
    }

    /** Counts matching rows. Uses only query, filters, time zone, word options, plan and timeout. */
    public CountResponse count(String index, SearchOptions options) {
        return Json.read(
                transport.post("v1/indexes/" + segment(index) + "/count", Json.write(options.only(OF_COUNT))),
                CountResponse.class);
    }

    /**
     * Suggests values of a keyword field that begin with the prefix.
     *
     * @param size limit of the values
     */
    public SuggestResponse suggest(String index, String field, String prefix, int size) {
        return Json.read(
                transport.get("v1/indexes/" + segment(index) + "/suggest?field=" + segment(field) + "&prefix="
                        + segment(prefix) + "&size=" + size),
                SuggestResponse.class);
    }

    /**
     * Explains how a search would be answered, as the gateway wrote it. Uses only query, filters, time zone, plan, order and key format of the
     * options.
     */
    public String explainJson(String index, SearchOptions options) {
        return transport.post("v1/indexes/" + segment(index) + "/explain", Json.write(options.only(OF_EXPLAIN)));
    }

    /** Returns the health of the gateway and its dependencies; a gateway that is not ready is an answer here, not an exception. */
    public Health health() {
        return Json.read(transport.getEvenIfUnavailable("health"), Health.class);
    }

    private static String segment(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
