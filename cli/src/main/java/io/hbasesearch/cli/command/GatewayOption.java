/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.Session;
import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which gateway a command asks. */
final class GatewayOption {
    private static final Duration LEAST_WAIT = Duration.ofSeconds(30);
    /** What an answer takes beside its deadline: the network, and a gateway that says that it was too late. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    @Option(
            names = "--gateway",
            paramLabel = "URL",
            description = "The gateway (default: as the configuration has it). A key: HBASE_SEARCH_API_KEY.")
    private @Nullable URI gateway;

    /** As {@link #client(Session, String, Duration)}, for requests that the gateway sets the deadline of. */
    GatewayClient client(Session session, String index) {
        return client(session, index, Duration.ZERO);
    }

    /**
     * With the key of the environment, else the first of the configuration that opens the index and does not stand there as a digest.
     *
     * @param deadline that the request asks for
     */
    GatewayClient client(Session session, String index, Duration deadline) {
        Optional<String> key = EnvironmentKey.of(session.environment());
        if (gateway != null) {
            return new GatewayClient(gateway, key, longerThan(deadline));
        }
        GatewayConfig config = session.config().gateway();
        return new GatewayClient(
                Addresses.of(config.host(), config.port()),
                key.or(() -> configured(config, index)),
                longerThan(config.requestTimeout()));
    }

    /** So that it is the gateway that ends a request, and says where it was by then. */
    private static Duration longerThan(Duration deadline) {
        Duration wait = deadline.plus(MARGIN);
        return wait.compareTo(LEAST_WAIT) < 0 ? LEAST_WAIT : wait;
    }

    private static Optional<String> configured(GatewayConfig config, String index) {
        Instant now = Instant.now();
        Optional<String> key =
                config.plainKey(known -> known.opens(index), now).or(() -> config.plainKey(any -> true, now));
        if (key.isEmpty() && !config.apiKeys().isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.ACCESS_DENIED,
                    "the gateway wants an API key, and each one of the configuration is a digest or has expired",
                    "Put the key itself into HBASE_SEARCH_API_KEY.",
                    null);
        }
        return key;
    }
}
