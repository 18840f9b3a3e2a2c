/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.event;

/** Reports that the bytes of a Kafka record are not an event that this version can read. */
public class UnreadableEventException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableEventException(String message, Throwable cause) {
        super(message, cause);
    }
}
