/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.error.ErrorCode;
import io.javalin.http.Context;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rejects requests that a web page of another site makes through its reader's browser. Without API keys, every program that reaches this
 * machine's loopback address may call, and so may such a browser. A page that points its own name here is recognized by {@code Host}. A
 * page that sends requests to this address is recognized by headers that a browser sets and no page can change: {@code Sec-Fetch-Site}, or
 * {@code Origin} if the browser is too old for it. Programs send neither. Stateless.
 */
final class BrowserCheck {
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Values for the page that this gateway serves itself, and for users who type an address. */
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private BrowserCheck() {}

    /** @throws ProblemException 403 if the request names another host than this one */
    static void checkHost(Context context, String listening) {
        String name = hostName(context.header("Host"));
        if (!LOOPBACK_NAMES.contains(name)
                && !name.equalsIgnoreCase(listening)
                && !name.equalsIgnoreCase("[" + listening + "]")) {
            throw denied("without API keys, only requests to localhost or " + listening + " are answered");
        }
    }

    /**
     * Checks the origin of everything that returns data or costs something.
     *
     * @throws ProblemException 403 if a page of another origin makes the request through its reader's browser
     */
    static void checkOrigin(Context context) {
        String site = context.header("Sec-Fetch-Site");
        String origin = context.header("Origin");
        boolean foreign = site == null ? !isOwn(origin, context.header("Host")) : !OWN_SITES.contains(site);
        if (foreign) {
            throw denied("without API keys, this gateway does not answer requests from web pages of another origin");
        }
    }

    /** Compares name and port; the scheme may be https, because of a proxy. */
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
