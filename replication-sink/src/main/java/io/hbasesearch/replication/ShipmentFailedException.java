/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** Reports that some events were not acknowledged. The message names the cause and the next step; it includes Kafka's own message. */
final class ShipmentFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    ShipmentFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
