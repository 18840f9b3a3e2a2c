/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.row.FreshnessSource;
import io.hbasesearch.core.row.PathReader;
import io.hbasesearch.core.row.RowHistory;
import io.hbasesearch.core.row.RowTouches;
import java.util.Objects;
import java.util.Optional;

/**
 * What a gateway can do beyond searching and reading rows, if it is given the means. Immutable: each method returns a changed
 * copy. All of it belongs to the caller, who closes it after the gateway.
 *
 * @param touches without them there are no fences
 * @param history without it one version of each cell is shown
 * @param paths how plans by row key are read; through the row reader if empty
 * @param freshness without it answers cannot say how fresh they are
 * @param pages how results are paged through; by asking for everything up to the page if empty
 * @param matcher judges rows for {@code verify=match}
 */
public record GatewayPorts(
        Optional<RowTouches> touches,
        Optional<RowHistory> history,
        Optional<PathReader> paths,
        Optional<FreshnessSource> freshness,
        Optional<SearchPages> pages,
        HitMatcher matcher) {
    public GatewayPorts {
        Objects.requireNonNull(touches, "touches");
        Objects.requireNonNull(history, "history");
        Objects.requireNonNull(paths, "paths");
        Objects.requireNonNull(freshness, "freshness");
        Objects.requireNonNull(pages, "pages");
        Objects.requireNonNull(matcher, "matcher");
    }

    /** Nothing but what every gateway has. */
    public static GatewayPorts none() {
        return new GatewayPorts(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                HitMatcher.exact());
    }

    public GatewayPorts withTouches(RowTouches other) {
        return new GatewayPorts(Optional.of(other), history, paths, freshness, pages, matcher);
    }

    public GatewayPorts withHistory(RowHistory other) {
        return new GatewayPorts(touches, Optional.of(other), paths, freshness, pages, matcher);
    }

    public GatewayPorts withPaths(PathReader other) {
        return new GatewayPorts(touches, history, Optional.of(other), freshness, pages, matcher);
    }

    public GatewayPorts withFreshness(FreshnessSource other) {
        return new GatewayPorts(touches, history, paths, Optional.of(other), pages, matcher);
    }

    public GatewayPorts withPages(SearchPages other) {
        return new GatewayPorts(touches, history, paths, freshness, Optional.of(other), matcher);
    }

    public GatewayPorts withMatcher(HitMatcher other) {
        return new GatewayPorts(touches, history, paths, freshness, pages, other);
    }
}
