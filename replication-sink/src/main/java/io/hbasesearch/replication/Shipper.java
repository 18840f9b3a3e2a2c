/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/**
 * The side of the endpoint that touches Kafka and protobuf. An interface, so that everything in front of it loads and runs
 * where their relocated classes are missing from the jar. Thread-safe.
 */
interface Shipper {
    /**
     * One attempt at what is left of the shipment; returns when all of it is acknowledged. What was acknowledged before a
     * failure is settled in the shipment.
     *
     * @throws Exception if anything is left; to be tried again after a pause
     */
    void ship(Shipment shipment, SinkConfig config) throws Exception;

    /** Returns at once; calls under way fail soon. Idempotent. */
    void close();
}
