/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.epoch;

import io.hbasesearch.administration.peer.Route;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.lifecycle.IndexEpochs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The steps of a bump.
 *
 * @param next the route of the table's edits afterwards
 * @param topic of {@code next}; empty if it has to be created
 * @param peers those that announce the table, with their current routes
 * @param indexes the table's indexes that are not in that epoch yet
 * @param leftovers generations of indexes in that epoch that an interrupted bump has not removed
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

    /** Returns one sentence for each step, in their order. */
    public List<String> steps() {
        List<String> steps = new ArrayList<>();
        if (topic.isEmpty()) {
            steps.add("Create topic " + next.topic() + " with " + next.partitions() + " partitions.");
        }
        if (redirects()) {
            indexes.stream()
                    .filter(plan -> plan.loss().isEmpty())
                    .map(IndexEpochs.Plan::index)
                    .forEach(index -> steps.add("Check that index " + index.index()
                            + " can read its unread events of topic " + index.topic() + "."));
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
        leftovers.forEach(generation -> steps.add("Delete " + generation.physicalName()
                + ", which is replaced by the recreated index " + generation.index() + "."));
        return steps;
    }

    private static String step(IndexEpochs.Plan plan) {
        String index = plan.index().index();
        return plan.loss()
                .map(loss -> "Delete index " + index + " once it is recreated empty, because: " + loss + ".")
                .orElse("Wait until index " + index + " has read the remaining events of topic "
                        + plan.index().topic() + ", then move it to the new one with its documents.");
    }

    /** Returns whether an index is deleted and recreated, as the user has confirmed for this plan. */
    boolean makesAnew(String index) {
        return madeAnew().contains(index);
    }

    /** Returns the names of the indexes that are deleted and recreated. */
    public List<String> madeAnew() {
        return indexes.stream()
                .filter(plan -> plan.loss().isPresent())
                .map(plan -> plan.index().index())
                .toList();
    }
}
