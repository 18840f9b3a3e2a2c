/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.query;

import io.hbasesearch.cli.command.Addresses;
import io.hbasesearch.cli.command.EnvironmentKey;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the gateway that a command asks. */
final class GatewayOption {
    private static final Duration LEAST_WAIT = Duration.ofSeconds(30);
    /** Time for an answer besides its deadline: for the network, and for a gateway that reports a missed deadline. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    @Option(
            names = "--gateway",
            paramLabel = "URL",
            description = "The gateway (default: from the configuration). API key: HBASE_SEARCH_API_KEY.")
    private @Nullable URI gateway;

    /** Does the same as {@link #client(Session, String, Duration)} for requests whose deadline the gateway sets. */
    GatewayClient client(Session session, String index) {
        return client(session, index, Duration.ZERO);
    }

    /**
     * Creates a client with the key of the environment, else the configuration's first plain key (not a digest) that opens the
     * index, or all of several with commas between them.
     *
     * @param deadline that the request asks for
     */
    GatewayClient client(Session session, String index, Duration deadline) {
        return clients(session, deadline).apply(index);
    }

    /** Returns clients by index, as {@link #client(Session, String, Duration)} creates them; one for each key. */
    Function<String, GatewayClient> clients(Session session, Duration deadline) {
        Optional<String> key = EnvironmentKey.of(session.environment());
        if (gateway != null) {
            GatewayClient client = new GatewayClient(gateway, key, longerThan(deadline));
            return index -> client;
        }
        GatewayConfig config = session.config().gateway();
        URI address = Addresses.of(config.host(), config.port());
        Duration wait = longerThan(config.requestTimeout());
        Map<Optional<String>, GatewayClient> byKey = new ConcurrentHashMap<>();
        return index -> byKey.computeIfAbsent(
                key.or(() -> configured(config, index)), each -> new GatewayClient(address, each, wait));
    }

    /** Returns a longer wait, so that the gateway ends a request itself, and reports how far it got. */
    private static Duration longerThan(Duration deadline) {
        Duration wait = deadline.plus(MARGIN);
        return wait.compareTo(LEAST_WAIT) < 0 ? LEAST_WAIT : wait;
    }

    private static Optional<String> configured(GatewayConfig config, String index) {
        Instant now = Instant.now();
        Optional<String> key = config.plainKey(
                        known -> Stream.of(index.split(",")).allMatch(known::opens), now)
                .or(() -> config.plainKey(any -> true, now));
        if (key.isEmpty() && !config.keys().apiKeys().isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.ACCESS_DENIED,
                    "the gateway requires an API key, and every key in the configuration is a digest or has expired",
                    "Put the key itself into HBASE_SEARCH_API_KEY.",
                    null);
        }
        return key;
    }
}
