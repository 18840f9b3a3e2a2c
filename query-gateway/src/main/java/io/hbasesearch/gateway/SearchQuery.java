/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryStringParser;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * A request's query and filters as the index understands them.
 *
 * @param fingerprint tells requests apart whose pages are not those of each other
 */
record SearchQuery(Query query, List<Query> filters, long fingerprint) {
    SearchQuery {
        filters = List.copyOf(filters);
    }

    /** @throws io.hbasesearch.core.query.QuerySyntaxException for what cannot be read */
    static SearchQuery of(SearchParameters parameters, IndexDefinition definition) {
        return new SearchQuery(
                parameters
                        .query()
                        .map(text -> QueryStringParser.parse(text, definition))
                        .orElseGet(Query.MatchAll::new),
                parameters.filters().stream()
                        .map(text -> QueryStringParser.parseFilter(text, definition))
                        .toList(),
                fingerprint(parameters, definition));
    }

    private static long fingerprint(SearchParameters parameters, IndexDefinition definition) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            update(digest, definition.name());
            update(digest, parameters.query().orElse("*"));
            parameters.filters().forEach(filter -> update(digest, filter));
            return ByteBuffer.wrap(digest.digest()).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void update(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        digest.update(bytes);
    }
}
