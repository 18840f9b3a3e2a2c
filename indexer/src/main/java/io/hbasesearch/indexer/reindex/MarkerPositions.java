/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.pipeline.SourceEvent;
import java.util.HashMap;
import java.util.Map;

/**
 * How far a run has appended markers. Whatever it has written has a version below these positions; and as a log loses only its end, one
 * that still has them has every marker of the run.
 *
 * @param epoch of the topic; 0 if nothing was appended
 * @param positions behind the last marker of each partition
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

    /** Nothing, if it is about another epoch: versions of a former one lie below those of any event of this one. */
    MarkerPositions in(int topicEpoch) {
        return epoch == topicEpoch ? this : none();
    }

    /** Whether all of them were appended under the leaders of others, so that by offsets alone it is plain which come later. */
    boolean hasLeadersOf(MarkerPositions other) {
        return epoch == other.epoch
                && positions.keySet().equals(other.positions.keySet())
                && positions.entrySet().stream().allMatch(position -> position.getValue()
                        .leaderEpoch()
                        .equals(other.positions.get(position.getKey()).leaderEpoch()));
    }

    /** Of each partition the later one. Of logs that have both. */
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
