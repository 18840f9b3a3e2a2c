/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.row.FreshnessSource;
import io.hbasesearch.core.row.PathReader;
import io.hbasesearch.core.row.RowHistory;
import io.hbasesearch.core.row.RowTouches;
import io.hbasesearch.core.spi.QueryMatcher;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Optional capabilities of a gateway beyond searching and reading rows. Immutable: each method returns a changed copy. All of it belongs to
 * the caller, who closes it after the gateway.
 *
 * @param touches required for fences
 * @param history required to show more than one version of each cell
 * @param paths reads plans by row key; the row reader does if empty
 * @param freshness required for answers that say how fresh they are
 * @param matcher has the indexes' analyzers; without it {@code verify=match} works only for queries that need none
 * @param awaited maps an unknown index name to the reason why the index may exist nevertheless, which cannot be determined yet; empty if it
 *     does not exist. Must answer from memory
 */
public record GatewayCapabilities(
        Optional<RowTouches> touches,
        Optional<RowHistory> history,
        Optional<PathReader> paths,
        Optional<FreshnessSource> freshness,
        Optional<QueryMatcher> matcher,
        Function<String, Optional<String>> awaited) {
    public GatewayCapabilities {
        Objects.requireNonNull(touches, "touches");
        Objects.requireNonNull(history, "history");
        Objects.requireNonNull(paths, "paths");
        Objects.requireNonNull(freshness, "freshness");
        Objects.requireNonNull(matcher, "matcher");
        Objects.requireNonNull(awaited, "awaited");
    }

    /** Returns no capability beyond searching and reading rows. */
    public static GatewayCapabilities none() {
        return new GatewayCapabilities(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                name -> Optional.empty());
    }

    public GatewayCapabilities withTouches(RowTouches other) {
        return new GatewayCapabilities(Optional.of(other), history, paths, freshness, matcher, awaited);
    }

    public GatewayCapabilities withHistory(RowHistory other) {
        return new GatewayCapabilities(touches, Optional.of(other), paths, freshness, matcher, awaited);
    }

    public GatewayCapabilities withPaths(PathReader other) {
        return new GatewayCapabilities(touches, history, Optional.of(other), freshness, matcher, awaited);
    }

    public GatewayCapabilities withFreshness(FreshnessSource other) {
        return new GatewayCapabilities(touches, history, paths, Optional.of(other), matcher, awaited);
    }

    public GatewayCapabilities withMatcher(QueryMatcher other) {
        return new GatewayCapabilities(touches, history, paths, freshness, Optional.of(other), awaited);
    }

    public GatewayCapabilities withAwaited(Function<String, Optional<String>> other) {
        return new GatewayCapabilities(touches, history, paths, freshness, matcher, other);
    }
}
