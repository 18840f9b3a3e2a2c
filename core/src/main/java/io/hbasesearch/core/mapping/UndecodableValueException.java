/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

/** Reports a cell whose bytes are not a value of its field. The message never contains the value, and there is no cause that could. */
final class UndecodableValueException extends Exception {
    private static final long serialVersionUID = 1L;

    UndecodableValueException(String message) {
        super(message, null, false, false); // the place in this code says nothing about the row
    }
}
