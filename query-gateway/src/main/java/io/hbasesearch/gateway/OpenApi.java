/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Serves the OpenAPI document, which is written by hand. Its only state is the document. */
final class OpenApi {
    static final String JSON_PATH = "/v1/openapi.json";
    static final String YAML_PATH = "/v1/openapi.yaml";

    private static final byte[] DOCUMENT = load();

    private OpenApi() {}

    static void json(Context context) {
        context.contentType("application/json").result(DOCUMENT);
    }

    /** Serves the JSON document as YAML: every JSON document is valid YAML 1.2. */
    static void yaml(Context context) {
        context.contentType("application/yaml").result(DOCUMENT);
    }

    private static byte[] load() {
        try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("openapi.json is missing from the jar");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
