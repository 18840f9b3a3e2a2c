/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.peer;

import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.OptionalInt;

/** The topics of tables, as {@code peer add} needs them. Failures are HBaseSearchExceptions. */
public interface PeerTopics {
    /** Empty if there is no such topic. */
    OptionalInt partitions(String topic);

    /** The epoch of the table's newest topic: the former ones are closed. Empty if the table has none. */
    OptionalInt newestEpoch(TableId table);

    void create(String topic, int partitions, int replicationFactor);

    /** What is wrong with a topic's settings. */
    List<String> problems(String topic);
}
