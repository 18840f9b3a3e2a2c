/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.util.HashMap;
import java.util.Map;

/**
 * The positions up to which a run has appended markers. Everything that the run has written has a version below these positions. As
 * a log loses only its end, a log that still has these positions has every marker of the run.
 *
 * @param epoch of the topic; 0 if nothing was appended
 * @param positions after the last marker of each partition
 */
public record MarkerPositions(int epoch, Map<Integer, Position> positions) {
    public MarkerPositions {
        positions = Map.copyOf(positions);
    }

    public static MarkerPositions none() {
        return new MarkerPositions(0, Map.of());
    }

    public static MarkerPositions of(Markers markers) {
        Map<Integer, Position> positions = new HashMap<>();
        for (SourceEvent marker : markers.events()) {
            positions.put(marker.partition(), new Position(marker.offset() + 1, marker.leaderEpoch()));
        }
        return new MarkerPositions(markers.epoch(), positions);
    }

    public boolean isNone() {
        return positions.isEmpty();
    }

    /**
     * Returns these positions, or none if they are of another epoch: versions of an earlier epoch are below those of any event of
     * this one.
     */
    public MarkerPositions in(int topicEpoch) {
        return epoch == topicEpoch ? this : none();
    }

    /** Returns whether all markers were appended under the same leader epochs as the others, so that offsets alone tell which are later. */
    public boolean hasLeadersOf(MarkerPositions other) {
        return epoch == other.epoch
                && positions.keySet().equals(other.positions.keySet())
                && positions.entrySet().stream().allMatch(position -> position.getValue()
                        .leaderEpoch()
                        .equals(other.positions.get(position.getKey()).leaderEpoch()));
    }

    /** Returns the later position of each partition. Both must come from logs that have all of these positions. */
    public MarkerPositions and(MarkerPositions other) {
        if (epoch != other.epoch) {
            return epoch > other.epoch ? this : other;
        }
        Map<Integer, Position> later = new HashMap<>(positions);
        other.positions.forEach((partition, position) ->
                later.merge(partition, position, (one, two) -> one.nextOffset() >= two.nextOffset() ? one : two));
        return new MarkerPositions(epoch, later);
    }
}
