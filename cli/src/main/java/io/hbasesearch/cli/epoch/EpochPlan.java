/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.epoch;

import io.hbasesearch.cli.peer.Route;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.IndexEpochs;
import io.hbasesearch.indexer.kafka.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a bump has to do.
 *
 * @param next where the table's edits go from then on
 * @param topic of {@code next}; empty if it has to be created
 * @param peers those that announce the table, and where they do so now
 * @param indexes the table's indexes that are not in that epoch yet
 * @param leftovers generations of those that are, which a bump that was broken off has not removed
 */
public record EpochPlan(
        Route next,
        Optional<Topics.Topic> topic,
        Map<String, Route> peers,
        List<IndexEpochs.Plan> indexes,
        List<IndexMetadata> leftovers) {
    public EpochPlan {
        Objects.requireNonNull(next, "next");
        Objects.requireNonNull(topic, "topic");
        peers = new TreeMap<>(peers);
        indexes = List.copyOf(indexes);
        leftovers = List.copyOf(leftovers);
    }

    boolean redirects() {
        return peers.values().stream().anyMatch(route -> !route.equals(next));
    }

    /** One sentence for each step, in their order. */
    public List<String> steps() {
        List<String> steps = new ArrayList<>();
        if (topic.isEmpty()) {
            steps.add("Create topic " + next.topic() + " with " + next.partitions() + " partitions.");
        }
        if (redirects()) {
            indexes.stream()
                    .filter(plan -> plan.loss().isEmpty())
                    .map(IndexEpochs.Plan::index)
                    .forEach(index -> steps.add("See that index " + index.index()
                            + " can read what it has not read of topic " + index.topic() + "."));
            steps.add("Have peers " + peers.keySet() + " announce table " + next.table()
                    + " there, in every RegionServer.");
        }
        indexes.stream()
                .filter(plan -> plan.loss().isEmpty())
                .map(IndexEpochs.Plan::index)
                .forEach(index ->
                        steps.add("Wait until index " + index.index() + " has read topic " + index.topic() + "."));
        steps.add("Close the table's topics of former epochs to writes, for good. Their events stay.");
        indexes.forEach(plan -> steps.add(step(plan)));
        leftovers.forEach(generation -> steps.add("Delete " + generation.physicalName() + ", in whose place index "
                + generation.index() + " was created anew."));
        return steps;
    }

    private static String step(IndexEpochs.Plan plan) {
        String index = plan.index().index();
        return plan.loss()
                .map(loss -> "Delete index " + index + " once it is created anew, empty, because: " + loss + ".")
                .orElse("Wait until index " + index + " has read what has come to topic "
                        + plan.index().topic() + " until then, and have it go on in the new one with its documents.");
    }

    /** Why an index is deleted and created anew, which whoever confirmed this plan has read. */
    boolean makesAnew(String index) {
        return madeAnew().contains(index);
    }

    /** The names of the indexes that are deleted and created anew. */
    public List<String> madeAnew() {
        return indexes.stream()
                .filter(plan -> plan.loss().isPresent())
                .map(plan -> plan.index().index())
                .toList();
    }
}
