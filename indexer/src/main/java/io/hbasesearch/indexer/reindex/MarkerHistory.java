/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * How far runs have appended markers before they wrote to the generations of an index. Goes from run to run, as the rows of a
 * generation stay at the versions of those markers whatever is done to another one meanwhile.
 *
 * @param generations the one that was written to or was live most recently comes last
 */
public record MarkerHistory(Map<UUID, MarkerPositions> generations) {
    /** One is live, one is built, one is kept: what is older than these is gone. */
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

    /** Of one generation; nothing, if none is known of. */
    public MarkerPositions of(UUID generation) {
        return generations.getOrDefault(generation, MarkerPositions.none());
    }

    /** With more of one generation. */
    MarkerHistory and(UUID generation, MarkerPositions appended) {
        Map<UUID, MarkerPositions> more = new LinkedHashMap<>(generations);
        MarkerPositions before = Objects.requireNonNullElseGet(more.remove(generation), MarkerPositions::none);
        more.put(generation, before.and(appended));
        return new MarkerHistory(more);
    }

    /** The same, of which that of a generation is the last to be forgotten. */
    MarkerHistory keeping(UUID generation) {
        return generations.containsKey(generation) ? and(generation, MarkerPositions.none()) : this;
    }

    /** Without those of a generation that is gone. */
    MarkerHistory without(UUID generation) {
        Map<UUID, MarkerPositions> fewer = new LinkedHashMap<>(generations);
        fewer.remove(generation);
        return new MarkerHistory(fewer);
    }
}
