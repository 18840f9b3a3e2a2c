/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.SinkConfig;

/**
 * Part of the endpoint that uses Kafka and protobuf. An interface, so that everything before it loads and runs if their relocated classes
 * are missing from the jar. Thread-safe.
 */
interface Shipper {
    /**
     * Makes one attempt to ship the rest of the shipment; returns when all of it is acknowledged. Announcements that were acknowledged
     * before a failure are settled in the shipment.
     *
     * @throws Exception if anything is left; the caller retries after a pause
     */
    void ship(Shipment shipment, SinkConfig config) throws Exception;

    /** Returns at once; calls in progress fail soon. Idempotent. */
    void close();
}
