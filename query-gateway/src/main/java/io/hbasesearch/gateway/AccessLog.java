/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each request, on a logger of its own. It names routes and indexes, never paths, queries or callers' keys: paths hold
 * row keys, and queries what people look for. Stateless.
 */
final class AccessLog {
    /** Set on a request whose caller went away before the answer was through. */
    static final String CUT_OFF = "hbase-search.cut-off";

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
        String index = route.contains("{index}") ? context.pathParamMap().getOrDefault("index", "-") : "-";
        String name = index.matches("[a-z][a-z0-9_-]{0,99}") ? index : "-";
        return String.format(
                Locale.ROOT,
                "%s %s %d %.1f ms index=%s%s",
                context.method(),
                route,
                context.statusCode(),
                millis,
                name,
                Boolean.TRUE.equals(context.attribute(CUT_OFF)) ? " cut off by the caller" : "");
    }
}
