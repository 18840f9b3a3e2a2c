/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.gateway.http.Json;
import io.hbasesearch.gateway.http.RequestId;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each request, on a logger of its own. It names request, route and index, never paths, queries or callers' keys: paths hold
 * row keys, and queries what people look for. Stateless.
 */
final class AccessLog {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,99}");

    private static final Logger LOG = LoggerFactory.getLogger("io.hbasesearch.gateway.access");

    private AccessLog() {}

    static void answered(Context context, float millis) {
        if (LOG.isInfoEnabled()) {
            LOG.info(line(context, millis));
        }
    }

    private static String line(Context context, float millis) {
        Endpoint endpoint = context.endpoints().lastHttpEndpoint();
        String route = endpoint == null ? "none" : endpoint.path;
        return String.format(
                Locale.ROOT,
                "%s %s %s %d %.1f ms index=%s%s",
                RequestId.of(context),
                context.method(),
                route,
                context.statusCode(),
                millis,
                route.contains("{index}") ? index(context).orElse("-") : "-",
                Boolean.TRUE.equals(context.attribute(Json.CUT_OFF)) ? " cut off" : "");
    }

    /** The index that a request names, if it is a name at all: others could be anything. */
    static Optional<String> index(Context context) {
        return Optional.ofNullable(context.pathParamMap().get("index"))
                .filter(index -> NAME.matcher(index).matches());
    }
}
