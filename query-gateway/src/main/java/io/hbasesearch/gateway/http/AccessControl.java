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
 * Who may call. With API keys: whoever presents one. Without: whoever reaches this machine's loopback address under one of
 * its own names, but for what web pages of other origins have a browser ask ({@link BrowserCheck}). Safe for use by several threads.
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
     * @param metrics where requests without a valid key are counted
     */
    public AccessControl(String host, ApiKeys apiKeys, Metrics metrics) {
        this.host = Objects.requireNonNull(host, "host");
        this.apiKeys = Objects.requireNonNull(apiKeys, "apiKeys");
        this.failures = apiKeys.failures(metrics);
    }

    /**
     * Looks the host up.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if everybody on the network could call, or if there is no such host
     */
    public void checkListenAddress() {
        boolean loopback = Stream.of(resolve()).allMatch(InetAddress::isLoopbackAddress);
        if (!needsKey() && !loopback) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "everybody who reaches " + host + " could call without an API key, as none is configured",
                    "Configure gateway.apiKeys or gateway.apiKeysFile, or listen on 127.0.0.1.",
                    null);
        }
    }

    private InetAddress[] resolve() {
        try {
            // An empty name would resolve to loopback here, but make the server listen everywhere.
            if (host.isBlank()) {
                throw new UnknownHostException("blank");
            }
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "there is no address for the host to listen on: '" + host + "'",
                    "Listen on an address of this machine.",
                    e);
        }
    }

    public boolean needsKey() {
        return apiKeys.count() > 0;
    }

    /** @throws ProblemException 403 if the request was made for another host than this; only checked without API keys */
    void checkHost(Context context) {
        if (!needsKey()) {
            BrowserCheck.checkHost(context, host);
        }
    }

    /**
     * For all that is not the same for everybody.
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
        // Also of one that has expired: the log says whose it was.
        Caller.note(context, caller);
        if (caller.key().filter(key -> key.isExpired(Instant.now())).isPresent()) {
            throw refuse(context, Reason.EXPIRED);
        }
    }

    /**
     * A wrong key that comes too often from one address is answered with the time to wait, and without a connection to try the next one
     * on. What brings no key is told that it wants one, however often: it guesses nothing. Valid keys are let in whatever else comes
     * from their address, as that may be a proxy's.
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
            case MISSING -> "this gateway wants an API key";
            case UNKNOWN -> "this API key is not known here";
            case EXPIRED -> "this API key has expired";
        };
    }

    /** Whether the request is one of too many without a valid key, so that what is told of each must be less. */
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
