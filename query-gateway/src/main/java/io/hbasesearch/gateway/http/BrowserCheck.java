/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.error.ErrorCode;
import io.javalin.http.Context;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where no API key is asked for, whoever reaches this machine's loopback address may call: a browser that shows a page of another
 * site does, too. Such a page that points its own name here is told by {@code Host}; one that sends requests to this address, by
 * what browsers say of where they come from and no page can change: {@code Sec-Fetch-Site}, or {@code Origin} where a browser is
 * too old for it. Programs send neither. Stateless.
 */
final class BrowserCheck {
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Of the page that this gateway serves itself, and of people who type an address. */
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private BrowserCheck() {}

    /** @throws ProblemException 403 if the request was made for another host than this */
    static void checkHost(Context context, String listening) {
        String name = hostName(context.header("Host"));
        if (!LOOPBACK_NAMES.contains(name)
                && !name.equalsIgnoreCase(listening)
                && !name.equalsIgnoreCase("[" + listening + "]")) {
            throw denied("without API keys only requests to localhost or " + listening + " are answered");
        }
    }

    /**
     * For everything that holds data or costs something.
     *
     * @throws ProblemException 403 if a page of another origin has its reader's browser ask
     */
    static void checkOrigin(Context context) {
        String site = context.header("Sec-Fetch-Site");
        String origin = context.header("Origin");
        boolean foreign = site == null ? !isOwn(origin, context.header("Host")) : !OWN_SITES.contains(site);
        if (foreign) {
            throw denied("without API keys no request is answered that a web page of another origin makes");
        }
    }

    /** Name and port must be the same; the scheme may be https, as a proxy may stand between. */
    private static boolean isOwn(@Nullable String origin, @Nullable String host) {
        return origin == null
                || (host != null
                        && (origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host)));
    }

    private static ProblemException denied(String detail) {
        return new ProblemException(ProblemDocument.of(
                403, ErrorCode.ACCESS_DENIED, detail, "Use http://localhost, or configure gateway.apiKeys."));
    }

    private static String hostName(@Nullable String header) {
        if (header == null) {
            return "";
        }
        int port = header.lastIndexOf(':');
        String name = port > header.lastIndexOf(']') ? header.substring(0, port) : header;
        return name.toLowerCase(Locale.ROOT);
    }
}
