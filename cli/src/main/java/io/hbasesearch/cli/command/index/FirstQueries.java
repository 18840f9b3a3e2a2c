/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.command.Addresses;
import io.hbasesearch.cli.command.EnvironmentKey;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.client.GatewayException;
import io.hbasesearch.client.SearchOptions;
import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds queries for a new index: with words of its rows, and each tried through the gateway. For one thread. */
final class FirstQueries {
    private static final int SAMPLE = 200;
    private static final int MOST = 3;
    private static final Duration ANSWER = Duration.ofSeconds(10);
    /** Time until a gateway has opened a new index. */
    private static final Duration OPENED = Duration.ofSeconds(30);

    private static final Duration LOOK = Duration.ofMillis(500);

    private final Session session;
    private final String index;

    /**
     * Holds a query that was tried.
     *
     * @param rows that it finds; null if no gateway answers
     */
    record Query(String text, @Nullable Long rows) {}

    FirstQueries(Session session, String index) {
        this.session = session;
        this.index = index;
    }

    /** Returns the address of the search page. */
    static String page(Session session, String index) {
        GatewayConfig gateway = session.config().gateway();
        return Addresses.of(gateway.host(), gateway.port()) + "/?index=" + index;
    }

    /** Returns at most three; fewer if the rows have no words for more. */
    List<Query> find() {
        Configuration configuration = session.configuration();
        IndexDefinition definition = configuration.definition(index);
        List<Row> rows = FirstDefinition.sample(configuration.service().hbase(), definition.table(), SAMPLE)
                .rows();
        List<String> candidates = new SampleWords(definition).queries(rows);
        List<Query> found = new ArrayList<>();
        try {
            GatewayClient gateway = client(configuration.service().gateway());
            awaitIndex(gateway);
            for (String candidate : candidates) {
                if (found.size() < MOST) {
                    count(gateway, candidate).ifPresent(found::add);
                }
            }
            return found;
        } catch (GatewayException | HBaseSearchException e) {
            session.console()
                    .warn("these queries were not tried, because the gateway does not answer them: " + e.getMessage());
            return candidates.stream()
                    .limit(MOST)
                    .map(text -> new Query(text, null))
                    .toList();
        }
    }

    private GatewayClient client(GatewayConfig gateway) {
        Optional<String> key = EnvironmentKey.of(session.environment())
                .or(() -> gateway.plainKey(known -> known.opens(index), Instant.now()));
        return new GatewayClient(Addresses.of(gateway.host(), gateway.port()), key, ANSWER);
    }

    private void awaitIndex(GatewayClient gateway) {
        long end = System.nanoTime() + OPENED.toNanos();
        while (true) {
            try {
                gateway.index(index);
                return;
            } catch (GatewayException e) {
                if (!e.code().equals("NOT_FOUND") || System.nanoTime() > end || isStopped()) {
                    throw e;
                }
            }
        }
    }

    private boolean isStopped() {
        try {
            return session.stopSignal().await(LOOK);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private Optional<Query> count(GatewayClient gateway, String text) {
        try {
            long rows = gateway.count(index, SearchOptions.of(text)).total().value();
            return rows == 0 ? Optional.empty() : Optional.of(new Query(text, rows));
        } catch (GatewayException e) {
            if (e.code().equals("QUERY_INVALID")) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
