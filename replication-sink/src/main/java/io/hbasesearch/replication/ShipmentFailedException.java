/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** Some events were not acknowledged. The message names the cause and the next step; Kafka's own message is part of it. */
final class ShipmentFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    ShipmentFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
