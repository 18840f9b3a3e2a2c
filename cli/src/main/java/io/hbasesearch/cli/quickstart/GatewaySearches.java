/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.client.SearchOptions;
import io.hbasesearch.client.SearchResponse;
import java.net.URI;

/** Searches through the gateway's client. Safe for use by several threads. */
final class GatewaySearches implements Searches {
    private static final int PAGE = 50;

    private final GatewayClient client;

    GatewaySearches(URI gateway) {
        this.client = new GatewayClient(gateway);
    }

    @Override
    public Answer search(String index, String query) {
        SearchResponse response =
                client.search(index, SearchOptions.of(query).withSize(PAGE).withKeyFormat("text"));
        return new Answer(
                response.total().value(),
                response.hits().stream().map(SearchResponse.Hit::key).toList());
    }

    @Override
    public long documents(String index) {
        Long documents = client.index(index).documents();
        return documents == null ? 0 : documents;
    }
}
