/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.Session;
import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.GatewayConfig;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which gateway a command asks. */
final class GatewayOption {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Option(
            names = "--gateway",
            paramLabel = "URL",
            description = "The gateway (default: as the configuration has it). A key: HBASE_SEARCH_API_KEY.")
    private @Nullable URI gateway;

    /** With the key of the environment, else the first of the configuration that opens the index. */
    GatewayClient client(Session session, String index) {
        Optional<String> key = Optional.ofNullable(session.environment().get("HBASE_SEARCH_API_KEY"));
        if (gateway != null) {
            return new GatewayClient(gateway, key, TIMEOUT);
        }
        GatewayConfig config = session.config().gateway();
        return new GatewayClient(
                Addresses.of(config.host(), config.port()), key.or(() -> configured(config, index)), TIMEOUT);
    }

    private static Optional<String> configured(GatewayConfig config, String index) {
        Optional<ApiKey> fitting =
                config.apiKeys().stream().filter(key -> key.opens(index)).findFirst();
        return fitting.or(() -> config.apiKeys().stream().findFirst())
                .map(key -> key.secret().value());
    }
}
