/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.telemetry;

import io.hbasesearch.gateway.http.AccessControl;
import io.hbasesearch.gateway.http.Caller;
import io.hbasesearch.gateway.http.ClientAddress;
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
 * Writes one line for each request to a separate logger. A line names the request, route, index, API key's name and client address, but
 * never paths, queries or keys: paths contain row keys, and queries contain what users search for. Once an address has sent too many
 * requests without a valid key, its further requests are not logged, because strangers could fill the disk. Stateless.
 */
public final class AccessLog {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,99}");

    private static final Logger LOG = LoggerFactory.getLogger("io.hbasesearch.gateway.access");

    private AccessLog() {}

    public static void answered(Context context, float millis) {
        if (LOG.isInfoEnabled() && !AccessControl.isSlowed(context)) {
            LOG.info(line(context, millis));
        }
    }

    private static String line(Context context, float millis) {
        Endpoint endpoint = context.endpoints().lastHttpEndpoint();
        String route = endpoint == null ? "none" : endpoint.path;
        return String.format(
                Locale.ROOT,
                "%s %s %s %d %.1f ms index=%s key=%s address=%s%s",
                RequestId.of(context),
                context.method(),
                route,
                context.statusCode(),
                millis,
                route.contains("{index}") ? index(context).orElse("-") : "-",
                Caller.of(context).keyName().orElse("-"),
                ClientAddress.of(context),
                Boolean.TRUE.equals(context.attribute(Json.CUT_OFF)) ? " cut off" : "");
    }

    /** Returns the index that a request names, if it is a valid name; any other string could be arbitrary input. */
    static Optional<String> index(Context context) {
        return Optional.ofNullable(context.pathParamMap().get("index"))
                .filter(index -> NAME.matcher(index).matches());
    }
}
