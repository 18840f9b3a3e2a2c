/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.indexer.reindex.MarkerPositions;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * The positions up to which runs have appended markers before they wrote to the generations of an index. It is carried over from
 * run to run, as the rows of a generation keep the versions of those markers whatever is done to another generation meanwhile.
 *
 * @param generations the one that was written to or was live most recently comes last
 */
public record MarkerHistory(Map<UUID, MarkerPositions> generations) {
    /** One generation is live, one is being built, one is kept: older ones are gone. */
    private static final int MOST = 4;

    public MarkerHistory {
        Map<UUID, MarkerPositions> newest = new LinkedHashMap<>(generations);
        for (Iterator<UUID> oldest = newest.keySet().iterator(); newest.size() > MOST; ) {
            oldest.next();
            oldest.remove();
        }
        generations = Collections.unmodifiableMap(newest);
    }

    public static MarkerHistory none() {
        return new MarkerHistory(Map.of());
    }

    /** Returns the positions of one generation; none if it is unknown. */
    public MarkerPositions of(UUID generation) {
        return generations.getOrDefault(generation, MarkerPositions.none());
    }

    /** Adds positions to one generation. */
    MarkerHistory and(UUID generation, MarkerPositions appended) {
        Map<UUID, MarkerPositions> more = new LinkedHashMap<>(generations);
        MarkerPositions before = Objects.requireNonNullElseGet(more.remove(generation), MarkerPositions::none);
        more.put(generation, before.and(appended));
        return new MarkerHistory(more);
    }

    /** Returns this history with a generation moved to the end, so that it is dropped last. */
    MarkerHistory keeping(UUID generation) {
        return generations.containsKey(generation) ? and(generation, MarkerPositions.none()) : this;
    }

    /** Returns this history without a generation that is gone. */
    MarkerHistory without(UUID generation) {
        Map<UUID, MarkerPositions> fewer = new LinkedHashMap<>(generations);
        fewer.remove(generation);
        return new MarkerHistory(fewer);
    }
}
