/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.spi.IndexMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Does to an index what operators do, from outside the indexer. */
final class ElasticsearchCalls {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private ElasticsearchCalls() {}

    /** Whether the index refuses every write, until told otherwise. */
    static void blockWrites(IndexMetadata index, boolean blocked) {
        call("PUT", "/" + index.physicalName() + "/_settings", "{\"index.blocks.write\": " + blocked + "}");
    }

    /** The engine forgets the versions of what was deleted. */
    static void reopen(IndexMetadata index) {
        call("POST", "/" + index.physicalName() + "/_close", "");
        call("POST", "/" + index.physicalName() + "/_open", "");
        call("GET", "/_cluster/health/" + index.physicalName() + "?wait_for_status=yellow&timeout=30s", "");
    }

    /** @return the answer's body */
    static String call(String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(TestServers.elasticsearch().uri() + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                throw new AssertionError(method + " " + path + ": " + response.statusCode() + " " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
