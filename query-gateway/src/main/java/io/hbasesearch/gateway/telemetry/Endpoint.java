/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.telemetry;

import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.List;
import java.util.Objects;

/**
 * Endpoint of the gateway. Declares path, method and parameters in one place: routes are made from it, and the OpenAPI document is tested
 * against it.
 *
 * @param parameters of the URL, or of a POST's body; path parameters are part of the path
 */
public record Endpoint(HandlerType method, String path, List<String> parameters, Handler handler) {
    public Endpoint {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(path, "path");
        parameters = List.copyOf(parameters);
        Objects.requireNonNull(handler, "handler");
    }

    public static Endpoint get(String path, List<String> parameters, Handler handler) {
        return new Endpoint(HandlerType.GET, path, parameters, handler);
    }

    public static Endpoint post(String path, List<String> parameters, Handler handler) {
        return new Endpoint(HandlerType.POST, path, parameters, handler);
    }
}
