/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.peer;

import java.util.OptionalInt;

/** The topics of tables, as {@code peer add} needs them. Failures are HBaseSearchExceptions. */
public interface PeerTopics {
    /** Empty if there is no such topic. */
    OptionalInt partitions(String topic);

    /** @param replicationFactor empty leaves it to the broker */
    void create(String topic, int partitions, OptionalInt replicationFactor);
}
