/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.gateway.http.FailedAuthentications.Reason;
import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may call. With API keys: every caller that presents one. Without: every caller that reaches this machine's loopback address
 * under one of its own names, except web pages of other origins that use a browser ({@link BrowserCheck}). Safe for use by several threads.
 */
public final class AccessControl {
    private static final String SCHEME = "ApiKey ";
    private static final String SLOWED = "hbase-search-slowed";
    private static final String HINT = "Send the header Authorization: ApiKey <key>, or X-API-Key: <key>.";

    private final String host;
    private final ApiKeys apiKeys;
    private final FailedAuthentications failures;

    /**
     * @param host the address to listen on
     * @param metrics counts requests without a valid key
     */
    public AccessControl(String host, ApiKeys apiKeys, Metrics metrics) {
        this.host = Objects.requireNonNull(host, "host");
        this.apiKeys = Objects.requireNonNull(apiKeys, "apiKeys");
        this.failures = apiKeys.failures(metrics);
    }

    /**
     * Resolves the host and checks that listening on it is safe.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if any host on the network could call without a key, or if the host does not exist
     */
    public void checkListenAddress() {
        boolean loopback = Stream.of(resolve()).allMatch(InetAddress::isLoopbackAddress);
        if (!needsKey() && !loopback) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "every client that can reach " + host
                            + " could call without an API key, because none is configured",
                    "Configure gateway.apiKeys or gateway.apiKeysFile, or listen on 127.0.0.1.",
                    null);
        }
    }

    private InetAddress[] resolve() {
        try {
            // An empty name would resolve to loopback here, but make the server listen on every address.
            if (host.isBlank()) {
                throw new UnknownHostException("blank");
            }
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "cannot resolve the host to listen on: '" + host + "'",
                    "Use an address of this machine.",
                    e);
        }
    }

    public boolean needsKey() {
        return apiKeys.count() > 0;
    }

    /** @throws ProblemException 403 if the request names another host than this one; only checked without API keys */
    void checkHost(Context context) {
        if (!needsKey()) {
            BrowserCheck.checkHost(context, host);
        }
    }

    /**
     * Checks the caller of anything that is not the same for every caller.
     *
     * @throws ProblemException 401 unless a configured key is presented; without keys 403 to web pages of other origins
     */
    void checkCaller(Context context) {
        if (needsKey()) {
            checkKey(context);
        } else {
            BrowserCheck.checkOrigin(context);
        }
    }

    private void checkKey(Context context) {
        String presented = presentedKey(context);
        if (presented == null) {
            throw refuse(context, Reason.MISSING);
        }
        Caller caller = apiKeys.find(presented).orElseThrow(() -> refuse(context, Reason.UNKNOWN));
        // Also for an expired key: the log then says whose it was.
        Caller.note(context, caller);
        if (caller.key().filter(key -> key.isExpired(Instant.now())).isPresent()) {
            throw refuse(context, Reason.EXPIRED);
        }
    }

    /**
     * Rejects a request. A wrong key that comes too often from one address is answered with the time to wait, and loses the connection on
     * which to try the next one. A request without a key is told that it needs one, however often, because it guesses nothing. Valid keys
     * are accepted whatever else comes from their address, because that may be a proxy's.
     */
    private ProblemException refuse(Context context, Reason reason) {
        SocketAddress remote = ClientAddress.remote(context);
        Optional<Duration> wait = failures.add(reason, ClientAddress.of(context), ConnectionBounds.address(remote));
        wait.ifPresent(time -> {
            context.header("Connection", "close");
            context.attribute(SLOWED, true);
            UnreadBody.isRead(context);
        });
        context.header("WWW-Authenticate", "ApiKey realm=\"hbase-search\"");
        String detail = detail(reason);
        if (wait.isPresent() && reason != Reason.MISSING) {
            return new ProblemException(ProblemDocument.of(
                            429,
                            ErrorCode.THROTTLED,
                            detail + "; more than " + FailedAuthentications.MOST
                                    + " requests without a valid key came from this address within a minute",
                            HINT)
                    .retryAfter(wait.get()));
        }
        return new ProblemException(ProblemDocument.of(401, ErrorCode.ACCESS_DENIED, detail, HINT));
    }

    private static String detail(Reason reason) {
        return switch (reason) {
            case MISSING -> "this gateway requires an API key";
            case UNKNOWN -> "unknown API key";
            case EXPIRED -> "this API key has expired";
        };
    }

    /** Tells whether the request exceeds the limit of requests without a valid key, so that less must be reported about each. */
    public static boolean isSlowed(Context context) {
        return context.attribute(SLOWED) != null;
    }

    private static @Nullable String presentedKey(Context context) {
        String authorization = context.header("Authorization");
        if (authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return authorization.substring(SCHEME.length()).trim();
        }
        return context.header("X-API-Key");
    }
}
