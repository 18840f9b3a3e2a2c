/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

/**
 * Something that goes wrong while rows change. Each class of fault is a record whose fields say how bad it is, so that a
 * schedule prints as what it does.
 */
public sealed interface Fault
        permits HBaseFault,
                KafkaFault,
                TopicFault,
                ElasticsearchFault,
                RowFault,
                IndexerFault,
                GatewayFault,
                CallerFault {
    /**
     * Breaks something, waits, and puts the surroundings right again: servers that were stopped run once more, links carry.
     * What hbase-search makes of it is nobody's business here; but where a fault could miss it, whether it was hit.
     *
     * @return what happened, for the report
     * @throws IllegalStateException when the fault had no effect
     */
    Effect strike(Arena arena) throws Exception;

    /**
     * Whether it counts on the index's being there and on indexers that feed it, or takes that away: two such faults never strike at
     * the same time.
     */
    default boolean needsTheIndex() {
        return false;
    }

    /** The class that the report counts it under. */
    default String kind() {
        return getClass().getSimpleName();
    }
}
