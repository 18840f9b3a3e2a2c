/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.OptionalInt;

/** Accesses the topics of tables for {@code peer add}. Failures are HBaseSearchExceptions. */
public interface PeerTopics {
    /** Returns the number of partitions; empty if there is no such topic. */
    OptionalInt partitions(String topic);

    /** Returns the epoch of the table's newest topic: the former ones are closed. Empty if the table has none. */
    OptionalInt newestEpoch(TableId table);

    /** Returns the number of brokers, which is the most replicas that a new topic can have. */
    int brokers();

    void create(String topic, int partitions, int replicationFactor);

    /** Returns the problems with a topic's settings. */
    List<String> problems(String topic);
}
